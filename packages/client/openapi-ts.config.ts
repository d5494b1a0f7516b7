import { defineConfig } from '@hey-api/openapi-ts'

// `npm run tool -- client` gives the input and the output.
export default defineConfig({
  input: process.env.CLIENT_INPUT ?? '',
  output: { path: process.env.CLIENT_OUTPUT ?? '', importFileExtension: '.js' },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), precompress()],
  // The server replaces it with a new nonce in every answer of index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    // No data: URLs for scripts and fonts: the content security policy refuses them.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first page imports is one file, and so is what every page after sign-in uses: two files compress
            // better than forty.
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'signed-in', test: /node_modules\/(react-router|@tanstack|@floating-ui|react-remove-scroll)\// },
          ],
        },
      },
    },
    modulePreload: {
      polyfill: false,
      // The names of what each lazy page imports are a tenth of the application's first chunk. The browser finds these
      // files as soon as it has the page's own. Only the large one is asked for beside it.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((name) => /\.css$|\/signed-in-/.test(name)),
    },
  },
  server: { port: 5173, proxy: { '/api': api, '/media': api, '/manifest.webmanifest': api } },
})

/** Writes brotli and gzip copies of each text asset, so that the server need not compress while serving. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir, build.assetsDir)
    },
    closeBundle() {
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      for (const file of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
        const bytes = readFileSync(join(folder, file))
        writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, quality))
        writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Manifest, type Plugin } from 'vite'

const api = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), typeface(), precompress(), serviceWorker()],
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
            { name: 'first', tags: ['$initial'], priority: 3 },
            {
              name: 'signed-in',
              priority: 2,
              test: /node_modules\/(react-router|@tanstack|@floating-ui|react-remove-scroll)\/|src\/(ui\/(table\.module|paging|second-click|locale-name|form-failure|unsaved-forms|Unsaved|EmptyState|Card|failure-texts|UndoAlert|LinkAlert)|api\/(useIdempotencyKey|participants)|participants\/(MarkedText|use\w+))\b|contract\/src\/(participant-search|fold-text)/,
            },
            // Home's first screen in one file: on a slow machine each file costs the page's thread a few milliseconds.
            {
              name: 'home',
              priority: 1,
              test: /src\/(participants\/(DashboardPage|Registration\.tsx)|today\/TodayCard|recording\/outbox\/WaitingUploads)/,
            },
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

/**
 * The page asks for the typeface together with its first script: the first text appears in it. Its licence accompanies
 * each copy.
 */
function typeface(): Plugin {
  const licence = createRequire(import.meta.url).resolve('@fontsource-variable/source-sans-3/LICENSE')
  return {
    name: 'typeface',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', fileName: 'assets/source-sans-3.LICENSE.txt', source: readFileSync(licence) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const file = Object.keys(bundle).find((name) => /\/source-sans-3-latin-wght-normal-[\w-]+\.woff2$/.test(name))
        if (file === undefined) throw new Error('the build has no typeface')
        const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

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

/** Pages that only managers open: an examiner's browser does not keep them for work without a network. */
const ofManagers = /^src\/(organization|studio|webhooks|audit|analysis|populations|surveys\/builder)\//

/** Builds the service worker, which is a script of its own, with the list of the files that it keeps. */
function serviceWorker(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(root, config.build.outDir)
    },
    async closeBundle() {
      const manifest: Manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'))
      const page = readFileSync(join(outDir, 'index.html'))
      const files = [...filesOf(manifest)].sort().map((file) => ({ url: `/${file}`, revision: null }))
      const revision = createHash('sha256').update(page).update(JSON.stringify(files)).digest('hex').slice(0, 16)
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        define: { builtFiles: JSON.stringify([...files, { url: '/shell/', revision }]) },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: {
            input: resolve(root, 'src/offline/service-worker.ts'),
            output: { entryFileNames: 'service-worker.js', format: 'iife' },
          },
        },
      })
    },
  }
}

/** Every file that the page loads now or later, except for the pages of managers. */
function filesOf(manifest: Manifest): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined || seen.has(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const imported of chunk.dynamicImports ?? []) if (!ofManagers.test(imported)) visit(imported)
  }
  visit('index.html')
  return files
}

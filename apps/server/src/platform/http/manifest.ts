import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { brandColours, brandNameOf, productNameOf } from '@fonema/contract/brands'
import type { FastifyInstance } from 'fastify'

/** Spanish is the language of a page that nobody has chosen one for. */
const descriptions = {
  es: 'Evaluaciones del habla: grabar, medir y comparar.',
  en: 'Speech assessments: record, measure and compare.',
  pt: 'Avaliações da fala: gravar, medir e comparar.',
  fr: 'Évaluations de la parole : enregistrer, mesurer et comparer.',
} as const
const isLanguage = (text: unknown): text is keyof typeof descriptions =>
  typeof text === 'string' && Object.hasOwn(descriptions, text)

/** What browsers read to install the pages as a program: named and coloured by the brand of the host. */
export function webManifest(hostname: string, language: unknown) {
  const name = productNameOf(hostname)
  const brand = brandNameOf(hostname)
  const lang = isLanguage(language) ? language : 'es'
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/icons/${brand}-${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name,
    short_name: name,
    description: descriptions[lang],
    lang,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f5f8f8',
    theme_color: brandColours[brand],
    icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable', 512, 'maskable')],
  }
}

/** Serves the manifest and its icons. Icons change with a release only, and have no hash in their names. */
export async function serveManifest(app: FastifyInstance, folder: string) {
  app.get('/manifest.webmanifest', async (request, reply) =>
    reply
      .headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(JSON.stringify(webManifest(request.hostname, (request.query as { language?: unknown }).language))),
  )
  await app.register(fastifyStatic, {
    root: path.join(folder, 'icons'),
    prefix: '/icons/',
    decorateReply: false,
    maxAge: '1d',
    index: false,
  })
}

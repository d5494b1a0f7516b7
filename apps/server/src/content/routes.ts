import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Catalogue } from './catalogue.ts'

type WithOwn = (locale: string, content: Record<string, string>) => Promise<Record<string, string>>

/** @param withOwn replaces texts by those that the organisation wrote itself */
export function contentRoutes(implement: Implement, catalogue: Catalogue, withOwn: WithOwn) {
  implement('GET /cms/locales/', async () => catalogue.locales)
  implement('GET /cms/get_locales/', async () => catalogue.offeredLocales)
  implement('GET /dashboard/countries/', async () => catalogue.countries)
  implement('GET /cms/get_content/{locale}/', async ({ params }) => {
    const texts = catalogue.texts(params.locale)
    if (texts === undefined) throw new AppError('not_found')
    return { ...texts, content: await withOwn(texts.locale, texts.content) }
  })
}

const mediaTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
}

/** Stimuli are public: their paths contain the file's hash and never change. */
export function mediaRoutes(app: FastifyInstance, catalogue: Catalogue) {
  app.get<{ Params: { hash: string; '*': string } }>(
    '/media/:hash/*',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const file = catalogue.mediaFile(params.hash, params['*'])
      const type = mediaTypes[path.extname(params['*'])]
      if (file === undefined || type === undefined) throw new AppError('not_found')
      return reply
        .headers({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        })
        .send(createReadStream(file))
    },
  )
}

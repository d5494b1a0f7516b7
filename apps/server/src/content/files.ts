import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { ContentError, checkContent } from './checks.ts'
import { ContentUnitsFile } from './content-units-file.ts'
import { FluencyFile } from './fluency-file.ts'
import {
  type Content,
  Countries,
  CutOffFile,
  DemoClinic,
  ImpersonationModes,
  ItemCategories,
  Licences,
  Locales,
  LocaleTexts,
  ProtocolFile,
} from './formats.ts'
import { PopulationFile } from './population-file.ts'
import { SurveyFile } from './survey-file.ts'
import { WordsFile } from './words-file.ts'

/**
 * Reads and checks all files of a content folder, also against each other. Throws a ContentError at the first fault.
 */
export async function readContent(folder: string): Promise<Content> {
  const content: Content = {
    locales: await readJson(folder, 'locales.json', Locales),
    countries: await readJson(folder, 'countries.json', Countries),
    itemCategories: await readJson(folder, 'item-categories.json', ItemCategories),
    protocols: await readEach(folder, 'protocols', ProtocolFile, (protocol) => `${protocol.key}.${protocol.locale}`),
    surveys: await readEach(folder, 'surveys', SurveyFile, (survey) => `${survey.key}.${survey.locale}`),
    texts: await readEach(folder, 'texts', LocaleTexts, (texts) => texts.locale),
    words: await readEach(folder, 'words', WordsFile, ({ language }) => language),
    fluency: await readEach(folder, 'fluency', FluencyFile, ({ language }) => language),
    contentUnits: await readEach(folder, 'content-units', ContentUnitsFile, ({ language }) => language),
    mediaLicences: await readJson(folder, 'media/licences.json', Licences),
    impersonationModes: (await readJson(folder, 'impersonation-modes.json', ImpersonationModes)).modes,
    demo: await readJson(folder, 'demo/clinic.json', DemoClinic),
    cutOffs: (await readJson(folder, 'indices/cut-offs.json', CutOffFile)).cut_offs,
    populations: await readJson(folder, 'demo/populations.json', PopulationFile),
  }
  await checkContent(folder, content)
  return content
}

async function readJson<T extends z.ZodType>(folder: string, file: string, schema: T): Promise<z.infer<T>> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(join(folder, file), 'utf8'))
  } catch (cause) {
    throw new ContentError(file, '', cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read', { cause })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  throw new ContentError(file, issue.path.join('.'), issue.message, { cause: result.error })
}

/** Reads a folder's JSON files. Each must be named after its content. */
async function readEach<T extends z.ZodType>(
  folder: string,
  below: string,
  schema: T,
  nameOf: (value: z.infer<T>) => string,
): Promise<z.infer<T>[]> {
  const paths = (await readdir(join(folder, below))).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    paths.map(async (name) => {
      const file = `${below}/${name}`
      const value = await readJson(folder, file, schema)
      if (`${nameOf(value)}.json` !== name) throw new ContentError(file, '', `should be named ${nameOf(value)}.json`)
      return value
    }),
  )
}

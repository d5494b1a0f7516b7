import { posix } from 'node:path'
import { ProtocolFileError } from '../problem.ts'
import { type Json, parseJson } from '../safe-json.ts'
import type { FileSource } from '../source.ts'

export type JsonObject = { [name: string]: Json }
/** A JSON-LD document of the archive. */
export type Schema = { at: string; value: JsonObject }

/** Bytes of a schema. */
const largestSchema = 1_000_000
const mostSchemas = 2000
/** What the files of protocols, activities and items are called. */
const endings = ['', '.jsonld', '.json']

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
export const listOf = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

export async function readSchema(source: FileSource, at: string): Promise<Schema> {
  const value = parseJson(await source.read(at, largestSchema), at)
  if (!isObject(value)) throw new ProtocolFileError('wrong_value', at)
  return { at, value }
}

/** The type of a document, in the forms of all versions of ReproSchema. */
const isOfType = ({ value }: Schema, type: string) =>
  [...listOf(value['@type']), ...listOf(value.category)].some((one) => textOf(one).replace(/^.*:/, '') === type)

/**
 * The archive's protocol; undefined if there is none.
 *
 * @throws {ProtocolFileError} `several_protocols`
 */
export async function findProtocol(source: FileSource): Promise<Schema | undefined> {
  const candidates = [...source.files.keys()].filter((path) => /schema(?:\.jsonld|\.json)?$/i.test(path))
  if (candidates.length > mostSchemas) throw new ProtocolFileError('too_many_files')
  const found: Schema[] = []
  for (const path of candidates) {
    const schema = await readSchema(source, path)
    if (isOfType(schema, 'Protocol')) found.push(schema)
  }
  if (found.length > 1) throw new ProtocolFileError('several_protocols', found[1]!.at)
  return found[0]
}

/** A reference to the web or to a prefix, which stands for an address of the web. */
export const isRemote = (reference: string) => reference.startsWith('//') || /^[\w.+-]+:/.test(reference)

/** The file that a reference means, from the folder of the document with the reference; undefined if it is not there. */
export function fileOf({ files }: FileSource, from: string, reference: string): string | undefined {
  if (isRemote(reference)) return undefined
  const path = posix.normalize(posix.join(posix.dirname(from), reference))
  return endings.map((ending) => path + ending).find((one) => files.has(one))
}

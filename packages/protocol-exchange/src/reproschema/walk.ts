import type { ProtocolLoss, ProtocolLossCode } from '@fonema/contract'
import { ProtocolFileError } from '../problem.ts'
import type { Json } from '../safe-json.ts'
import type { FileSource } from '../source.ts'
import { fileOf, isObject, isRemote, type JsonObject, listOf, readSchema, type Schema, textOf } from './files.ts'
import { memberTexts, type Texts } from './texts.ts'

export type Lose = (code: ProtocolLossCode, file: string, path: string, text: string) => void

/** An item of an activity that is recorded, with what its activity says of it. */
export type FoundItem = Schema & { name: string; property: JsonObject }
export type FoundActivity = Schema & {
  name: string
  isRandom: boolean
  preamble: Texts
  /** What the activity allows in all of its items. */
  allow: Json | undefined
  items: FoundItem[]
}

/** Of all activities together: more would not be a protocol. */
const mostReferences = 1000

export const labelOf = (texts: Texts, otherwise: string) => [...texts.values()][0] ?? otherwise

/** Collects what was lost, each thing once. */
export function createLosses() {
  const losses: ProtocolLoss[] = []
  const lose: Lose = (code, file, path, text) => {
    const isThere = losses.some((one) => one.code === code && one.file === file && one.path === path)
    if (!isThere) losses.push({ code, file, path, text: text.slice(0, 300) })
  }
  return { losses, lose }
}

type Reference = { reference: string; path: string; property: JsonObject }

/** The parts of a protocol or an activity in their order, with their properties. */
function referencesOf({ value }: Schema): Reference[] {
  const ui = isObject(value.ui) ? value.ui : {}
  const properties = listOf(ui.addProperties).filter(isObject)
  const ordered = listOf(ui.order).map((one) => textOf(isObject(one) ? one['@id'] : one))
  const all = ordered.length > 0 ? ordered : properties.map(({ isAbout }) => textOf(isAbout))
  const member = ordered.length > 0 ? 'order' : 'addProperties'
  return all.map((reference, index) => ({
    reference,
    path: `ui.${member}.${index}`,
    property: properties.find(({ isAbout }) => textOf(isAbout) === reference) ?? {},
  }))
}

/** Whether the part is asked; a condition is lost, and the part is always asked. */
function isShown(property: JsonObject, at: string, path: string, text: string, lose: Lose): boolean {
  const shown = property.isVis
  if (shown === false || textOf(shown) === 'false') {
    lose('hidden', at, path, text)
    return false
  }
  if (typeof shown === 'string' && shown !== 'true') lose('condition', at, path, `${text}: ${shown}`)
  for (const member of ['schedule', 'limit', 'randomMaxDelay'])
    if (property[member] !== undefined) lose('schedule', at, path, text)
  return true
}

/** What a protocol or an activity has beside its parts, and a draft has not. */
function loseMembers({ at, value }: Schema, lose: Lose) {
  const has = (member: Json | undefined) => listOf(member).length > 0
  for (const [member, code] of [
    ['compute', 'calculation'],
    ['messages', 'message'],
    ['schedule', 'schedule'],
    ['landingPage', 'page'],
  ] as const)
    if (has(value[member])) lose(code, at, member, '')
}

/** The activities of a protocol and their recorded items, by local references only. */
export async function walk(source: FileSource, protocol: Schema, lose: Lose): Promise<FoundActivity[]> {
  const activities: FoundActivity[] = []
  let left = mostReferences
  loseMembers(protocol, lose)
  const ui = isObject(protocol.value.ui) ? protocol.value.ui : {}
  if (ui.shuffle === true) lose('shuffle', protocol.at, 'ui.shuffle', '')
  const follow = async (from: Schema, { reference, path, property }: Reference) => {
    if (left-- <= 0) throw new ProtocolFileError('too_many_items', from.at, path)
    const label = labelOf(memberTexts(property, 'prefLabel', 'variableName'), reference)
    if (!isShown(property, from.at, path, label, lose)) return undefined
    const at = fileOf(source, from.at, reference)
    if (at === undefined) lose(isRemote(reference) ? 'remote_file' : 'missing_file', from.at, path, label)
    return at && { ...(await readSchema(source, at)), name: textOf(property.variableName), property }
  }
  for (const reference of referencesOf(protocol)) {
    const activity = await follow(protocol, reference)
    if (activity === undefined || activity === '') continue
    loseMembers(activity, lose)
    const items: FoundItem[] = []
    for (const one of referencesOf(activity)) {
      const item = await follow(activity, one)
      if (item === undefined || item === '') continue
      const { value, at } = item
      const label = labelOf(memberTexts(value, 'prefLabel', 'question'), item.name)
      if (isRecorded(value)) items.push(item)
      else lose('not_recorded', at, '', label)
    }
    const activityUi = isObject(activity.value.ui) ? activity.value.ui : {}
    activities.push({
      ...activity,
      isRandom: activityUi.shuffle === true,
      preamble: memberTexts(activity.value, 'preamble'),
      allow: activityUi.allow,
      items,
    })
  }
  return activities
}

export const inputTypeOf = ({ ui }: JsonObject) => (isObject(ui) ? textOf(ui.inputType) : '')

function isRecorded(value: JsonObject): boolean {
  const options = isObject(value.responseOptions) ? value.responseOptions : {}
  return (
    listOf(options.valueType).some((type) => textOf(type).endsWith('AudioObject')) ||
    /^audio\w*(?:record|check)/i.test(inputTypeOf(value))
  )
}

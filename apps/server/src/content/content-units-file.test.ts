import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkUnits } from './checks.ts'
import { ContentUnitsFile } from './content-units-file.ts'
import { readContent } from './files.ts'

const shipped = join(import.meta.dirname, '../../../../packages/content')
const read = async () => JSON.parse(await readFile(join(shipped, 'content-units/es.json'), 'utf8'))
const faultsOf = (file: unknown) =>
  ContentUnitsFile.safeParse(file).error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('a file of content units', () => {
  test('is refused when a unit names a group that is not there, or no unit uses a group', async () => {
    const file = await read()
    file.lists.park.units[0].said = ['nowhere']
    expect(faultsOf(file)).toEqual([
      ['lists.park.groups.park', 'is used by no unit'],
      ['lists.park.units.0', 'has no group "nowhere"'],
    ])
  })

  test('is refused when a form has signs that no word has', async () => {
    const file = await read()
    file.lists.park.groups.park = ['parque|plaza', 'par*que']
    expect(faultsOf(file)?.map(([path]) => path)).toEqual(['lists.park.groups.park.0', 'lists.park.groups.park.1'])
  })

  test('has the units of every shipped item in one list', async () => {
    const content = await readContent(shipped)
    const protocol = content.protocols.find(({ key, locale }) => key === 'language' && locale === 'es-ES')!
    const [first, ...others] = protocol.items
    const changed = { ...first!, information_units: ['un parque', 'marrón'] }
    expect(() => checkUnits(content, protocol)).not.toThrow()
    expect(() => checkUnits(content, { ...protocol, items: [changed, ...others] })).toThrow(/are in no list/)
  })
})

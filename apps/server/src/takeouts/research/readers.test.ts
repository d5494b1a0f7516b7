import jsonld from 'jsonld'
import { ROCrate } from 'ro-crate'
import { expect, test } from 'vitest'
import { addParticipant, packResearch, rowsOf } from '../../../testing/research-archive.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

async function packOne(author?: string) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  await addParticipant(demo, headers, { code: 'CODE-77', consents: true })
  return (await packResearch(demo, { dataset_author: author ?? null })).members
}
const jsonOf = (members: Map<string, Buffer>, path: string) => JSON.parse(members.get(path)!.toString())

test('ro-crate-js reads the crate: its root lists every file that the archive has', async () => {
  const members = await packOne('Instituto Ñ')
  const crate = new ROCrate(jsonOf(members, 'ro-crate-metadata.json'), { array: true, link: true })
  const root = crate.rootDataset as unknown as Record<string, { '@id': string }[]>
  expect(root.name).toEqual(['Speech assessments, de-identified'])
  expect(root.author).toMatchObject([{ '@type': ['Organization'], name: ['Instituto Ñ'] }])
  expect(root.license).toMatchObject([{ '@id': 'LICENSE', '@type': ['File'] }])
  const described = ['ro-crate-metadata.json', 'croissant.json', 'manifest-sha256.txt']
  const listed = root.hasPart!.map((file) => file['@id'])
  expect(listed.toSorted()).toEqual([...members.keys()].filter((path) => !described.includes(path)).sort())
  for (const path of listed) {
    const file = crate.getEntity(path) as unknown as Record<string, unknown>
    expect([path, file.contentSize]).toEqual([path, [String(members.get(path)!.length)]])
  }
})

const croissant = 'http://mlcommons.org/croissant/'
type Node = Record<string, { '@id'?: string; '@value'?: string }[]>

test('a JSON-LD processor finds every column of the tables in the Croissant description', async () => {
  const members = await packOne()
  // No context is fetched: everything stands in the document.
  const documentLoader = () => Promise.reject(new Error('a context was fetched'))
  const graph = (await jsonld.flatten(jsonOf(members, 'croissant.json'), undefined, {
    documentLoader,
  })) as unknown as Node[]
  const ofType = (type: string) =>
    graph.filter((node) => (node['@type'] as unknown as string[] | undefined)?.includes(`${croissant}${type}`))
  const tables = ofType('FileObject').map((node) => node['https://schema.org/contentUrl']![0]!['@value']!)
  expect(tables).toHaveLength(3)
  for (const path of tables) {
    const source = ofType('FileObject').find((node) => node['https://schema.org/contentUrl']![0]!['@value'] === path)!
    const manifest = members.get('manifest-sha256.txt')!.toString()
    expect(manifest).toContain(`${source['https://schema.org/sha256']![0]!['@value']}  ${path}\n`)
    const sourceId = source['@id'] as unknown as string
    const columns = ofType('Field')
      .filter((field) => (field['@id'] as unknown as string).startsWith(`${sourceId}-rows/`))
      .map((field) => field['https://schema.org/name']![0]!['@value']!)
    expect([path, columns.toSorted()]).toEqual([path, Object.keys(rowsOf(members, path)[0]!).toSorted()])
  }
})

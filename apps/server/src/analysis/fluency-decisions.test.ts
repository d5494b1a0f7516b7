import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'

type Word = { word: string; beside: string; choice: string | null }
type Result = {
  feature_extraction_func: { entry: string }
  scores: Record<string, number>
  percentiles: Record<string, Record<string, number>>
  semaphore: Record<string, Record<string, number>>
  compared: object
  data: { asked?: Word[]; provisional?: boolean }
}

async function prepare() {
  const demo = await buildTestApp()
  const examiner = await demo.signIn('examiner@demo.example')
  const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers: object = examiner) =>
    demo.app.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) })
  /** A session whose item says the words. */
  const say = async (code: string, key: 'animals' | 'letter', text: string) => {
    const { items, itemUrl: urlOf, sessionUrl } = await startTestSession(demo, examiner, code, 'Lenguaje')
    const item = items[key === 'animals' ? 1 : 2]!
    const itemUrl = urlOf(item)
    const form = formOf(toneWav(30))
    await demo.app.inject({
      method: 'POST',
      url: itemUrl,
      headers: { ...examiner, ...form.headers },
      payload: form.payload,
    })
    const typed = await ask('POST', `${itemUrl}transcript/`, { text, based_on: 0 })
    expect(typed.statusCode).toBe(201)
    const result = async (): Promise<Result> => {
      const session = (await ask('GET', sessionUrl)).json()
      return session.responses[0].feature_extraction_res.find(
        (one: Result) => one.feature_extraction_func.entry === 'fluency',
      )
    }
    const decide = (word: string, choice: string, beside = '') =>
      ask('PATCH', `${itemUrl}fluency/`, { word, choice, beside })
    return { url: itemUrl, result, decide }
  }
  return { ...demo, ask, say, examiner }
}

/** A population with scores of the task. */
async function importPopulation({ app, signIn }: Awaited<ReturnType<typeof prepare>>) {
  const rows = Array.from(
    { length: 12 },
    (_, i) => `Sanos,P${i},es,language/animals/1,fluency,valid_unique_words,${i + 8},f,60,12`,
  )
  const head = 'population,participant,language,item,function,score,value,sex,age,education'
  const { headers, payload } = formOf(Buffer.from([head, ...rows].join('\n')), {}, 'file')
  const manager = await signIn('manager@demo.example')
  const url = '/api/ai/populations/import/'
  const imported = await app.inject({ method: 'POST', url, headers: { ...manager, ...headers }, payload })
  expect(imported.statusCode).toBeLessThan(300)
}

test('a score with undecided words is compared with no population', async () => {
  const test = await prepare()
  await importPopulation(test)
  const { result, decide } = await test.say('P-1', 'animals', 'perro, gato, blorfo')
  const before = await result()
  expect([before.percentiles, before.semaphore, before.compared]).toEqual([{}, {}, {}])
  await decide('blorfo', 'intrusion')
  const { percentiles, semaphore } = await result()
  for (const places of [percentiles, semaphore])
    expect(Object.values(places)).toContainEqual({ valid_unique_words: expect.any(Number) })
})

test('an unknown word waits, and a decision scores the item again', async () => {
  const { say } = await prepare()
  const { result, decide } = await say('P-1', 'animals', 'perro, gato, blorfo')
  expect(await result()).toMatchObject({
    scores: { valid_unique_words: 2, undecided_words: 1 },
    data: { asked: [{ word: 'blorfo', beside: '', choice: null }], provisional: true },
  })
  expect((await decide('blorfo', 'count')).statusCode).toBe(204)
  expect(await result()).toMatchObject({
    scores: { valid_unique_words: 3, undecided_words: 0 },
    data: { asked: [{ word: 'blorfo', beside: '', choice: 'count' }], provisional: false },
  })
  await decide('blorfo', 'intrusion')
  expect((await result()).scores).toMatchObject({ valid_unique_words: 2, intrusions: 1 })
})

test('the organisation remembers a decision: for items before and after it, in the same task', async () => {
  const { say } = await prepare()
  const before = await say('P-1', 'animals', 'blorfo')
  const other = await say('P-2', 'letter', 'pato, blorfo')
  const { decide } = await say('P-3', 'animals', 'blorfo, perro')
  await decide('blorfo', 'count')
  const after = await say('P-4', 'animals', 'vaca, blorfo')
  expect((await before.result()).scores).toMatchObject({ valid_unique_words: 1, undecided_words: 0 })
  expect((await after.result()).scores).toMatchObject({ valid_unique_words: 2, undecided_words: 0 })
  expect((await other.result()).scores).toMatchObject({ valid_unique_words: 1, intrusions: 1 })
})

test('a repetition is remembered for its take alone, and replaced by another decision', async () => {
  const { say } = await prepare()
  const first = await say('P-1', 'animals', 'perro, blorfo')
  const second = await say('P-2', 'animals', 'blorfo')
  await first.decide('blorfo', 'repetition')
  expect((await first.result()).scores).toMatchObject({ valid_unique_words: 1, repetitions: 1 })
  expect((await second.result()).scores).toMatchObject({ undecided_words: 1 })
  await second.decide('blorfo', 'count')
  expect((await first.result()).scores).toMatchObject({ repetitions: 1 })
  await first.decide('blorfo', 'count')
  expect((await first.result()).scores).toMatchObject({ valid_unique_words: 2, repetitions: 0 })
})

test('a word of the family of another is remembered with that word', async () => {
  const { say } = await prepare()
  const { result, decide } = await say('P-1', 'letter', 'pan, panadero')
  expect((await result()).data.asked).toEqual([{ word: 'panadero', beside: 'pan', choice: null }])
  await decide('panadero', 'repetition', 'pan')
  expect((await result()).scores).toMatchObject({ valid_unique_words: 1, repetitions: 1 })
  const later = await say('P-2', 'letter', 'pan, panadero')
  expect((await later.result()).scores).toMatchObject({ repetitions: 1, undecided_words: 0 })
  const alone = await say('P-3', 'letter', 'panadero')
  expect((await alone.result()).scores).toMatchObject({ valid_unique_words: 1, undecided_words: 0 })
})

test('refuses a decision about words that do not await one', async () => {
  const { say, ask } = await prepare()
  const { decide, url } = await say('P-1', 'animals', 'perro, blorfo')
  expect((await decide('perro', 'intrusion')).statusCode).toBe(409)
  expect((await decide('blorfo', 'count', 'perro')).statusCode).toBe(409)
  expect((await decide('blorfo', 'maybe')).statusCode).toBe(400)
  expect((await ask('PATCH', `${url}fluency/`, { word: '', beside: '', choice: 'count' })).statusCode).toBe(400)
})

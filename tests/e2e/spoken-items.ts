import { expect } from 'vitest'
import { signInByApi } from './clinic-api.ts'
import { startSession } from './session-by-api.ts'

type TypedVersion = { version: number; text: string }
type Result = {
  feature_extraction_func: { entry: string }
  status: string
  data: { speakers?: { segments: object[] } }
}
type Answer = { protocol_item: { id: string; order: number }; feature_extraction_res: Result[] }

/** An item of a demonstration's participant with a result like this, once it is there. */
export async function findItem(code: string, isWanted: (result: Result) => boolean) {
  const ask = await signInByApi('examiner@demo.example')
  const people = (await ask('GET', `user/participants/?search=${code}`)) as unknown as { id: string; code: string }[]
  const participant = people.find((each) => each.code === code)!.id
  const sessions = (await ask('GET', `protocols/responses/${participant}/`)) as unknown as { id: string }[]
  const find = async () => {
    for (const { id } of sessions) {
      const url = `protocols/responses/${participant}/${id}/`
      const { responses } = (await ask('GET', `${url}?distributions=false`)) as unknown as { responses: Answer[] }
      for (const { protocol_item, feature_extraction_res } of responses) {
        const result = feature_extraction_res.find((each) => each.status === 'ready' && isWanted(each))
        if (result !== undefined)
          return {
            result,
            url: `${url}item/${protocol_item.id}/`,
            page: `/dashboard/participant/protocol_result/${participant}/${id}/?item=${protocol_item.order}`,
          }
      }
    }
    return undefined
  }
  await expect.poll(find, { timeout: 300_000, interval: 5000 }).toBeDefined()
  return { ask, ...(await find())! }
}

/** A new sentence with words and times that an examiner typed: no other journey knows it. */
export async function typedSentence() {
  const session = await startSession()
  const sentence = 3
  await session.send(sentence, 6, {})
  await session.measured()
  const ask = await signInByApi('examiner@demo.example')
  const url = session.itemUrl(sentence)
  const versions = async () => (await ask('GET', `${url}transcript/`)) as unknown as TypedVersion[]
  const type = async (text: string) => {
    const words = text.split(' ').map((word, place) => ({ text: word, start: place / 2, end: place / 2 + 0.4 }))
    const based_on = (await versions())[0]?.version ?? 0
    await ask('POST', `${url}transcript/`, { words, based_on })
  }
  return { ask, url, versions, type, page: `${session.address}?item=${sentence}` }
}

export const isOfTwo = ({ data }: Result) => (data.speakers?.segments ?? []).length >= 3

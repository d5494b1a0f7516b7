import { expect, test } from 'vitest'
import { answerOf } from './errors.ts'

const statusOf = (code: string, more = {}) => answerOf(Object.assign(new Error('words'), { code, ...more })).status

test('answers temporary failures of files, network and database with 503 or 507, not as bugs', () => {
  const passing = ['EMFILE', 'EIO', 'EROFS', 'ETIMEDOUT', 'EAI_AGAIN', '40001', '40P01', '55P03', '57014', '53300']
  expect(passing.map((code) => [code, statusOf(code)])).toEqual(passing.map((code) => [code, 503]))
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) expect([code, statusOf(code)]).toEqual([code, 507])
  for (const code of ['EACCES', '23505', '42P01', 'ENOENT']) expect([code, statusOf(code)]).toEqual([code, 500])
  expect(statusOf('ENOENT', { syscall: 'connect' })).toBe(503)
})

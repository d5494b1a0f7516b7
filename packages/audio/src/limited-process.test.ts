import { expect, test } from 'vitest'
import { runLimited } from './limited-process.ts'

const ignore = () => undefined

test('a program that is missing, fails or does not end is an error of its own', async () => {
  await expect(runLimited('no-such-program', [], { read: ignore, timeS: 5 })).rejects.toThrow('ffmpeg_missing')
  await expect(runLimited('ls', ['/no-such-folder'], { read: ignore, timeS: 5 })).rejects.toThrow('decode_failed')
  await expect(runLimited('sleep', ['5'], { read: ignore, timeS: 0.1 })).rejects.toThrow('time_limit')
})

test('what it prints arrives', async () => {
  const chunks: Buffer[] = []
  await runLimited('printf', ['%s', 'a b; c'], { read: (chunk) => void chunks.push(chunk), timeS: 5 })
  expect(Buffer.concat(chunks).toString()).toBe('a b; c')
})

test.runIf(process.platform === 'linux')('its memory has a limit', async () => {
  const greedy = ['/dev/zero', 'bs=2G', 'count=1', 'of=/dev/null']
  await expect(runLimited('dd', [`if=${greedy[0]}`, ...greedy.slice(1)], { read: ignore, timeS: 5 })).rejects.toThrow(
    'decode_failed',
  )
})

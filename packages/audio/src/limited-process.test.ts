import { expect, test } from 'vitest'
import { runLimited } from './limited-process.ts'

const ignore = () => undefined

test('reports a missing program, a failure and a time-out as different errors', async () => {
  await expect(runLimited('no-such-program', [], { read: ignore, timeS: 5 })).rejects.toThrow('ffmpeg_missing')
  await expect(runLimited('ls', ['/no-such-folder'], { read: ignore, timeS: 5 })).rejects.toThrow('decode_failed')
  await expect(runLimited('sleep', ['5'], { read: ignore, timeS: 0.1 })).rejects.toThrow('time_limit')
})

test('passes on what the program prints', async () => {
  const chunks: Buffer[] = []
  await runLimited('printf', ['%s', 'a b; c'], { read: (chunk) => void chunks.push(chunk), timeS: 5 })
  expect(Buffer.concat(chunks).toString()).toBe('a b; c')
})

test.runIf(process.platform === 'linux')('limits the memory of the program', async () => {
  const greedy = ['/dev/zero', 'bs=2G', 'count=1', 'of=/dev/null']
  await expect(runLimited('dd', [`if=${greedy[0]}`, ...greedy.slice(1)], { read: ignore, timeS: 5 })).rejects.toThrow(
    'decode_failed',
  )
})

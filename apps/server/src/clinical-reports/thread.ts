import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError } from '../platform/http/errors.ts'

type Waiting<Answer> = { resolve(answer: Answer): void; reject(error: Error): void; timer: NodeJS.Timeout }

/** A piece of work takes a fraction of a second, so a thread that needs longer than this is ended. */
const limitMs = 20_000

/**
 * Does work in a thread of its own, so that calls are answered meanwhile. The thread starts with the first piece of work,
 * and does not keep the process alive.
 *
 * @param file beside this one; it answers each `{ id, work }` with `{ id, answer }` or `{ id, error }`
 */
export function createThread<Work, Answer>(file: string): (work: Work) => Promise<Answer> {
  const waiting = new Map<number, Waiting<Answer>>()
  let thread: Worker | undefined
  let last = 0

  function end(error: Error) {
    void thread?.terminate()
    thread = undefined
    for (const [id, { reject, timer }] of waiting) {
      clearTimeout(timer)
      waiting.delete(id)
      reject(error)
    }
  }
  function start(): Worker {
    const started = new Worker(path.join(import.meta.dirname, file), { execArgv: [] })
    started.on('message', ({ id, answer, error }: { id: number; answer: Answer; error?: string }) => {
      const call = waiting.get(id)
      if (call === undefined) return
      waiting.delete(id)
      clearTimeout(call.timer)
      if (error === undefined) call.resolve(answer)
      else call.reject(new Error(error))
    })
    const ended = (cause?: unknown) => {
      if (thread === started) end(new AppError('unavailable', {}, { cause }))
    }
    started.on('error', ended)
    started.on('exit', () => ended())
    started.unref()
    return started
  }

  return (work) =>
    new Promise((resolve, reject) => {
      thread ??= start()
      const id = ++last
      const timer = setTimeout(() => end(new AppError('unavailable')), limitMs)
      waiting.set(id, { resolve, reject, timer })
      thread.postMessage({ id, work })
    })
}

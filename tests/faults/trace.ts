/** A system call, with the lines of the trace on which it began and ended. */
type SystemCall = { name: string; text: string; begin: number; end: number }

type Acknowledgement = { status: number; calls: SystemCall[] }

/** The calls in a trace of `strace -f -y`, grouped by answered request; each group ends with the answer. */
export function acknowledgements(trace: string): Acknowledgement[] {
  const answers: Acknowledgement[] = []
  let calls: SystemCall[] = []
  for (const call of systemCalls(trace)) {
    calls.push(call)
    const status = isWrite(call) && /HTTP\/1\.1 (\d{3})/.exec(call.text)?.[1]
    if (!status) continue
    answers.push({ status: Number(status), calls })
    calls = []
  }
  return answers
}

function systemCalls(trace: string): SystemCall[] {
  const calls: SystemCall[] = []
  const unfinished = new Map<string, SystemCall>()
  for (const [line, text] of trace.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(text) ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)
    if (resumed) {
      const call = unfinished.get(thread)
      if (call !== undefined) Object.assign(call, { text: call.text + resumed[1], end: line })
      continue
    }
    const name = /^(\w+)\(/.exec(rest)?.[1]
    if (name === undefined) continue
    const call = { name, text: rest, begin: line, end: line }
    if (rest.includes('<unfinished ...>')) unfinished.set(thread, call)
    calls.push(call)
  }
  return calls
}

const isWrite = ({ name }: SystemCall) => ['write', 'writev', 'sendto'].includes(name)
const isSync = ({ name }: SystemCall) => name === 'fsync' || name === 'fdatasync'

const steps: Record<string, (call: SystemCall) => boolean> = {
  'fsync of the file': (call) => isSync(call) && call.text.includes('/staging/'),
  rename: ({ name, text }) => name.startsWith('rename') && text.includes('/staging/') && text.includes('/objects/'),
  'fsync of the folder': (call) => isSync(call) && call.text.includes('/objects/'),
  commit: (call) => isWrite(call) && /commit\\0/.test(call.text),
  'the commit’s confirmation': ({ name, text }) => ['read', 'recvfrom'].includes(name) && /COMMIT\\0/.test(text),
  'the answer': (call) => isWrite(call) && /HTTP\/1\.1 2\d\d/.test(call.text),
}
const ofFile = Object.keys(steps)
const ofCommit = ofFile.slice(ofFile.indexOf('commit'))

/** What is wrong with the order of one answer's calls: each step must have ended before the next begins. */
export function wrongOrder(calls: readonly SystemCall[], kind: 'file' | 'commit'): string | undefined {
  let after: { step: string; end: number } | undefined
  for (const step of kind === 'file' ? ofFile : ofCommit) {
    const done = calls.findLast(steps[step]!)
    if (done === undefined) return `${step} is missing`
    if (after !== undefined && done.begin <= after.end) return `${step} comes before the end of ${after.step}`
    after = { step, end: done.end }
  }
  if (kind === 'commit') return undefined
  const synced = calls.findLast(steps['fsync of the file']!)!
  const late = calls.some((call) => isWrite(call) && call.text.includes('/staging/') && call.end > synced.begin)
  return late ? 'the file is written to after its fsync' : undefined
}

import { readdirSync, readFileSync } from 'node:fs'

/**
 * Megabytes of a process and of all that it started, on Linux; of those, the processes of PostgreSQL. A page of memory
 * that several processes share counts once.
 */
export function memoryOf(pid: number): { whole: number; database: number } {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const parent = /^PPid:\s+(\d+)/m.exec(readProc(name, 'status'))?.[1]
        return parent === undefined ? [] : [[Number(name), Number(parent)] as const]
      }),
  )
  const isOwn = (id: number): boolean => id === pid || (parents.has(id) && isOwn(parents.get(id)!))
  const own = [...parents.keys()].filter(isOwn)
  const isDatabase = (id: number) => readProc(id, 'comm').startsWith('postgres')
  const sum = (ids: number[]) => ids.reduce((megabytes, id) => megabytes + megabytesOf(id), 0)
  return { whole: sum(own), database: sum(own.filter(isDatabase)) }
}

function megabytesOf(id: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readProc(id, 'smaps_rollup'))?.[1] ?? 0) / 1024
}

/** Empty for a process that ended meanwhile. */
function readProc(id: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

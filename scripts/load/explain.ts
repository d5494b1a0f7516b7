import pg from 'pg'

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[] } & Counts
type Counts = {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  'Actual Loops': number
}

/** The work of the database for one call. */
export type Work = { buffers: number; rows: number; scans: string[]; paths: string[] }

let noted: Node[] = []

/** From now on, every statement of this process reports its plan, if the database is set to. */
export function listenForPlans() {
  const connect = pg.Client.prototype.connect as (...args: unknown[]) => unknown
  pg.Client.prototype.connect = function (this: pg.Client, ...args: unknown[]) {
    this.on('notice', ({ message = '' }) => {
      const start = message.indexOf('{')
      if (message.includes('plan:') && start > 0) noted.push((JSON.parse(message.slice(start)) as { Plan: Node }).Plan)
    })
    return connect.apply(this, args)
  } as typeof pg.Client.prototype.connect
}

const settings = {
  session_preload_libraries: "'auto_explain'",
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** Makes connections that are opened from now on report plans, or stops it. */
export async function setExplaining(client: pg.Client, on: boolean) {
  const database = `"${client.database}"`
  for (const [name, value] of Object.entries(settings))
    await client.query(
      on ? `alter database ${database} set ${name} = ${value}` : `alter database ${database} reset ${name}`,
    )
}

export function takeWork(): Work {
  const plans = noted
  noted = []
  const nodes = plans.flatMap(allOf)
  const used = nodes.flatMap((node) =>
    node['Relation Name'] === undefined && node['Index Name'] === undefined ? [] : [node],
  )
  return {
    buffers: sum(plans, (plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']),
    rows: sum(used, (node) => node['Actual Rows'] * node['Actual Loops']),
    scans: unique(used.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']!)),
    paths: unique(used.map((node) => `${node['Index Name'] ?? `${node['Relation Name']} (${node['Node Type']})`}`)),
  }
}

const allOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allOf)]
const sum = <T>(list: readonly T[], of: (one: T) => number) =>
  Math.round(list.reduce((total, one) => total + of(one), 0))
const unique = (list: readonly string[]) => [...new Set(list)].sort()

// npm run tool -- measurement-coverage [runs]: how many people without a change stay within the stated 95 %.
import { type Cohort, coverageOf } from '../apps/server/src/populations/coverage.ts'

const runs = Number(process.argv[2] ?? 10_000)
const cohorts: Omit<Cohort, 'runs'>[] = [
  { method: 'between_sessions', people: 50, sessions: 2 },
  { method: 'between_sessions', people: 100, sessions: 2 },
  { method: 'between_sessions', people: 200, sessions: 2 },
  { method: 'between_sessions', people: 20, sessions: 4 },
  { method: 'within_session', people: 50, sessions: 2 },
  { method: 'within_session', people: 200, sessions: 2 },
]
console.log(`${runs} runs each: a new cohort, its MDC95 = 1.96 · √2 · SEM, and a new person without any change`)
let areAllInside = true
for (const cohort of cohorts) {
  const coverage = coverageOf({ ...cohort, runs })
  const isInside = coverage >= 0.94 && coverage <= 0.96
  areAllInside &&= isInside
  const { method, people, sessions } = cohort
  const what = `${method.padEnd(16)} ${String(people).padStart(4)} people, measured ${sessions} times`
  console.log(`${what}  ${(100 * coverage).toFixed(2)} %  ${isInside ? 'ok' : 'OUTSIDE 94–96 %'}`)
}
const limit = coverageOf({ method: 'within_session', people: 200, sessions: 2, runs, across: true })
console.log(`for comparison, the error within a session for changes between days: ${(100 * limit).toFixed(2)} %`)
process.exitCode = areAllInside ? 0 : 1

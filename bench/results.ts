// The parts of bench/RESULTS.md: each says when, on which commit and on which machine it was measured.
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'

export type Row = { what: string; figure: string; goal: string; isMet: boolean }
/** `title` is the same in each run. */
export type Part = { title: string; about?: string; rows: Row[]; appendix?: string }

const resultsFile = new URL('RESULTS.md', import.meta.url)

/** The section of a part. */
export async function measuredPart(measure: () => Promise<Part>): Promise<string> {
  const circumstances = describeMachine()
  const began = performance.now()
  const { title, about, rows, appendix } = await measure()
  const lines = rows.map(
    ({ what, figure, goal, isMet }) => `| ${what} | ${figure} | ${goal} | ${isMet ? 'yes' : '**no**'} |`,
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  return [
    `## ${title}\n`,
    ...(about === undefined ? [] : [`${about}\n`]),
    `${circumstances} It took ${seconds} s.\n`,
    '| | measured | goal | met |\n|---|---|---|---|',
    ...lines,
    '',
    ...(appendix === undefined ? [] : [appendix]),
  ].join('\n')
}

/** Replaces the section with the same title, or adds it. */
export async function writeResults(section: string): Promise<void> {
  const [introduction = '', ...sections] = (await readFile(resultsFile, 'utf8')).split(/^(?=## )/m)
  const titleOf = (text: string) => text.split('\n', 1)[0]
  const place = sections.findIndex((other) => titleOf(other) === titleOf(section))
  sections.splice(place === -1 ? sections.length : place, 1, `${section.trimEnd()}\n\n`)
  await writeFile(resultsFile, `${[introduction, ...sections].join('').trimEnd()}\n`)
}

function describeMachine(): string {
  const git = (...options: string[]) => execFileSync('git', options, { encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain', '--', ':!bench/RESULTS.md') === '' ? '' : ' with changes'
  const load = os.loadavg()[0] ?? 0
  const busy =
    load > os.cpus().length ? ' The machine was busy with other work: the ratios are worse than they are.' : ''
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${git('rev-parse', '--short', 'HEAD')}${changes}, ${os.cpus().length} × ${os.cpus()[0]?.model}, ${(os.totalmem() / 2 ** 30).toFixed(0)} GB, ${os.platform()}, Node ${process.version}, load ${load.toFixed(1)} at the start.${busy}`
}

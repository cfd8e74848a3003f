import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../settings'

/** A line of the table: `{a|b}` stands for either. */
export type Line = { kind: string; sentences: string[] }

const folder = path.join(projectRoot, 'supabase', 'functions', 'ai-chat', 'sentences')

/** The table: a folder for dangers and one for questions, in each a file for each kind. */
export function readLines(group: 'danger' | 'questions'): Line[] {
  const seen = new Set<string>()
  return readdirSync(path.join(folder, group))
    .toSorted()
    .flatMap((file) =>
      readFileSync(path.join(folder, group, file), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => ({
          kind: path.basename(file, '.txt'),
          sentences: expand(line).filter((sentence) => !seen.has(sentence) && seen.add(sentence)),
        })),
    )
    .filter(({ sentences }) => sentences.length > 0)
}

function expand(line: string): string[] {
  const choice = /\{([^{}]*)\}/.exec(line)
  if (choice === null) return [line.replace(/\s+/g, ' ').trim()]
  return (choice[1] ?? '').split('|').flatMap((option) => expand(line.replace(choice[0], () => option)))
}

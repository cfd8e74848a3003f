import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../settings'

/** What the sources of a folder use of the API: 'function x', 'select x', 'changes x', 'broadcast x:', 'edge x', 'auth x'. */
export function usedApi(folder: string): string[] {
  const root = path.join(projectRoot, folder)
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const found = names.flatMap((name) => usesIn(withoutComments(readFileSync(path.join(root, name), 'utf8'))))
  return [...new Set(found)].toSorted()
}

const withoutComments = (source: string) => source.replaceAll(/^\s*(?:\/\/|\/\*|\*).*$/gm, '')

function usesIn(source: string): string[] {
  const names = (pattern: RegExp, prefix: string) =>
    [...source.matchAll(pattern)].map(([, name = '']) => `${prefix} ${name}`)
  return [
    ...names(/(?:\.rpc|\bcall(?:er)?Rpc)\([^')]*(?:\(\))?[^')]*'(\w+)'/g, 'function'),
    ...[...source.matchAll(/\.from\('(\w+)'\)\s*\.(select|insert|update|delete|upsert)\(/g)].map(
      ([, table, verb]) => `${verb} ${table}`,
    ),
    ...names(/\btable: '(\w+)'/g, 'changes'),
    ...names(/\btopic\b[^`\n]*`([a-z-]+:)\$\{/g, 'broadcast'),
    ...names(/\btopic\b[^'\n]*'([a-z]+:[a-z]+)'/g, 'broadcast'),
    ...names(/\b(?:invokeFunction|functions\.invoke)\(\s*'([\w-]+)'/g, 'edge'),
    ...names(/\.auth\s*\.(\w+)\(/g, 'auth'),
  ]
}

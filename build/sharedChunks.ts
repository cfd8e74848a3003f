import type { Rolldown } from 'vite'

/** Runs before React is downloaded, so what it needs stays small. */
const first = 'index.html'
/** What starts the app, and all that it needs, in one download. */
const start = 'src/app/start.tsx'
const area = (name: string) => `src/app/${name}Area.ts`
const [visitors, customers, payments, support] = ['visitor', 'customer', 'payments', 'support'].map(area)
const [cases, freeze, staff, staffCases] = ['cases', 'freeze', 'staff', 'staffCases'].map(area)
/** The lower part of the home page, which loads after the first paint. */
const home = 'src/screens/homeParts.ts'
/** What every signed-in user gets when the browser is idle. */
const late = 'src/app/lateParts.ts'
/** A visitor who signs in needs the client, and not yet the customer area. */
const client = 'src/lib/supabaseClient.ts'

/** Parts that are downloaded together with the modules that they share: alone, each would be one request more. */
const joined = [
  [start, 'shell'],
  [area('customer'), 'customer'],
  [home, 'home parts'],
  ['src/features/money/transactions/TransactionDetails.tsx', 'home parts'],
  [late, 'late'],
  ['src/features/person/calls/parts.ts', 'late'],
] as const
const chunkOfPart = (id = '') => joined.find(([part]) => id.endsWith(part))?.[1] ?? null

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/**
 * Small modules. In one chunk with them, a large library would also load where only they are needed. React Query belongs to the
 * customer area, which is downloaded before every later one.
 */
export const isSmall = /[\\/]src[\\/].*\.tsx?$|[\\/]lucide-react[\\/]|[\\/]@tanstack[\\/]/

/**
 * The chunk of a module that several parts of the app share. Left to the bundler, each set of parts has a chunk of its own:
 * forty requests for the home page, half of them for less than one kilobyte.
 */
export function sharedChunk(id: string, graph: Graph): string | null {
  const users = iconUsers(id, graph)
  if (users !== null) {
    const [user] = users
    // Alone in a chunk, an icon of several modules would be one request more.
    return user !== undefined && users.length === 1 ? sharedChunk(user, graph) : 'customer'
  }
  const entries = entriesOf(id, graph)
  const isIn = (file = '') => [...entries].some((entry) => entry.endsWith(file))
  if (entries.has(id)) return chunkOfPart(id)
  if (isIn(first)) return null
  if (isIn(start) || (isIn(visitors) && isIn(customers))) return 'shell'
  // A visitor must not download a later area's chunk for one small module in it.
  if (isIn(client)) return isIn(late) && !isIn(customers) ? 'shell' : null
  // Each form has fields.
  if (isIn(visitors)) return isIn(cases) ? 'fields' : null
  if (entries.size === 1) return chunkOfPart([...entries][0])
  if (isIn(customers)) return 'customer'
  if (isIn(home)) return isIn(payments) ? 'home payments' : 'home'
  if (isIn(late)) return 'late'
  // A small area must not download the rest of a chunk for one module in it.
  if (!isIn(payments) || !isIn(support) || isIn(cases) || isIn(freeze)) return null
  return isIn(staff) || isIn(staffCases) ? 'forms' : 'payees'
}

/** The modules that are downloaded by themselves and cannot run without this one. */
function entriesOf(id: string, graph: Graph): Set<string> {
  const entries = new Set<string>()
  const seen = new Set<string>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const info = seen.has(next) ? null : graph.getModuleInfo(next)
    seen.add(next)
    if (info === null) continue
    if (info.isEntry || info.dynamicImporters.length > 0) entries.add(next)
    waiting.push(...info.importers)
  }
  return entries
}

/** The modules that name this icon in their import of the list of all icons. Null for a module that is no icon. */
function iconUsers(id: string, graph: Graph): string[] | null {
  const icon = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](.*)$/.exec(id)?.[1]
  const list = graph.getModuleInfo(id)?.importers.find((importer) => importer.endsWith('lucide-react.mjs'))
  if (icon === undefined || list === undefined) return null
  const found = (module: string, pattern: RegExp) => graph.getModuleInfo(module)?.code?.match(pattern)?.[1] ?? ''
  const exported = found(list, new RegExp(`export \\{(.*)\\} from ['"]\\./icons/${icon}['"]`))
  const names = new Set(Array.from(exported.matchAll(/ as (\w+)/g), ([, name]) => name))
  const imported = (module: string) => found(module, /import \{([^}]*)\} from ['"]lucide-react['"]/).match(/\w+/g) ?? []
  return graph.getModuleInfo(list)?.importers.filter((user) => imported(user).some((name) => names.has(name))) ?? []
}

import { sections, type OfferedApi } from './offeredApi'

type Section = (typeof sections)[number]

/** What a release does with a section, and with its parts. */
const words: Record<Section, { whole: string; part: (name: string, part: string, item: string) => string }> = {
  functions: {
    whole: 'calls',
    part: (name, part, item) =>
      part === 'takes'
        ? `calls ${name} with ${item}, which it no longer takes`
        : part === 'answers'
          ? `reads ${item} from the answer of ${name}, which no longer has it`
          : `calls ${name} as ${item}, which may no longer call it`,
  },
  tables: {
    whole: 'uses the table',
    part: (name, part, item) => `does ${part} on ${name}, with ${item}, which is no longer possible`,
  },
  'edge functions': {
    whole: 'calls the edge function',
    part: (name, part, item) =>
      part === 'takes'
        ? `sends ${item} to the edge function ${name}, which no longer takes it`
        : `reads ${item} from the answer of the edge function ${name}, which no longer has it`,
  },
  realtime: {
    whole: 'listens to',
    part: (name, _part, item) => `reads ${item} from the live updates of ${name}, which no longer have it`,
  },
  links: {
    whole: 'has sent links to',
    part: (name, _part, item) => `has sent links to ${name}#${item}, which the app no longer reads`,
  },
  'push messages': {
    whole: 'reads push messages with',
    part: (name, _part, item) => `reads ${item} of the ${name} in a push message, which no longer has it`,
  },
}

/** What `released` offers and `now` does not. An argument that was added must have a default. */
export function missingApi(version: string, released: OfferedApi, now: OfferedApi): string[] {
  return sections.flatMap((section) =>
    Object.entries(released[section]).flatMap(([name, parts]) => {
      const current = now[section][name]
      const { whole, part } = words[section]
      if (current === undefined) return [`Release ${version} ${whole} ${name}, which is gone.`]
      return Object.entries(parts).flatMap(([kind, items]) => [
        ...missingItems(items, current[kind] ?? []).map((item) => `Release ${version} ${part(name, kind, item)}.`),
        ...(section === 'functions' && kind === 'takes' ? demanded(items, current[kind] ?? []) : []).map(
          (item) => `${name} needs ${item}, and release ${version} calls it without.`,
        ),
      ])
    }),
  )
}

const plain = (item: string) => item.replace(/\?$/, '')

/** A field of JSON counts only where its parent was seen: a list can be empty today. */
function missingItems(items: string[], now: string[]): string[] {
  const known = new Set(now.map(plain))
  return items.map(plain).filter((item) => {
    const parent = /^(.*)\.[^. ]+$/.exec(item)?.[1]
    return !known.has(item) && (parent === undefined || now.some((other) => other.startsWith(`${parent}.`)))
  })
}

/** The arguments without a default that the release leaves out, or may leave out. */
const demanded = (items: string[], now: string[]) =>
  now.filter(
    (item) =>
      !item.endsWith('?') &&
      !items.includes(item) &&
      (items.includes(`${item}?`) || !items.some((other) => nameOf(other) === nameOf(item))),
  )
const nameOf = (item: string) => item.replace(/ .*$/, '')

import { paths } from './paths'
import { storedSession } from './storedSession'
import { supabase } from './supabase'

/** How long channels that begin after the first one can share its question, in ms. */
const sharedMs = 300

/** What the database said of each table when the page read its profile, before all that is read after it. */
let first: Map<string, unknown> | null = null

// Read beside the profile, and not after it.
const readBeside = ['accounts', ...(window.location.pathname === paths.transactions ? ['transactions'] : [])]

let question: Promise<ReadonlySet<string> | null> | null = null
let isAsked = false

const toMap = (marks: unknown) =>
  typeof marks === 'object' && marks !== null ? new Map<string, unknown>(Object.entries(marks)) : null

/** Keeps the marks of the page's first profile. */
export function noteChangeMarks(marks: unknown) {
  first ??= toMap(marks)
}

/**
 * The tables of the customer's own rows that may have changed since the page read its profile. One question for all channels that
 * begin with the page; null for a later channel, and without an answer: then anything may have changed.
 */
export async function changedTables(): Promise<ReadonlySet<string> | null> {
  if (isAsked) return null
  question ??= ask()
  return question
}

async function ask(): Promise<ReadonlySet<string> | null> {
  await new Promise((resolve) => {
    setTimeout(resolve, sharedMs)
  })
  isAsked = true
  const userId = storedSession.userId()
  if (first === null || userId === null) return null
  const { data } = await supabase.from('profiles').select('change_marks').eq('id', userId).maybeSingle()
  const now = toMap(data?.change_marks)
  if (now === null) return null
  return new Set([...readBeside, ...[...now.keys()].filter((table) => now.get(table) !== first?.get(table))])
}

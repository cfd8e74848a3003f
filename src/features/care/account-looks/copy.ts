import { wordsOf } from '@/lib/codeWords'
import { formatDateTime } from '@/lib/dates'
import { formatCount } from '@/lib/numbers'
import type { Look } from './readLook'

const actions: Record<string, string | undefined> = {
  view_user: 'opened your details',
  view_chat_money: 'opened your account and payments',
  read_chat: 'read your chat',
  view_case: 'opened your case',
  view_transaction: 'opened a payment',
  list_transactions: 'searched your payments',
  export_transactions: 'downloaded your payments',
  search_transcripts: 'opened the list of your past chats',
  read_transcript: 'read a past chat',
  view_support_needs: 'read how we can help you',
  view_pin: 'saw your PIN',
  copy_pin: 'copied your PIN',
  give_random_pin: 'gave you a new PIN and saw it',
  choose_pin: 'chose a new PIN for you',
  export_personal_data: 'downloaded a copy of your data',
}

/** What staff have searched for is the reason of a search. */
const searches = new Set(['list_transactions', 'export_transactions', 'search_transcripts'])

const reasons: Record<string, string | undefined> = {
  chat: 'for your chat',
  sign_up: 'for your sign-up',
  case: 'for your case',
  pin_request: 'because you asked about your PIN',
  payment: 'after opening one of your payments',
  list: 'from a list of customers',
  payment_list: 'from a list of payments',
  chat_list: 'from the list of open chats',
  transcript_list: 'from a list of past chats',
  search: 'from a search',
  asked: 'reason given: you asked for help',
  payment_review: 'reason given: checking a payment',
  customer_details: 'reason given: checking your details',
  safety: 'reason given: protecting your account',
  own_work: 'reason given: checking our own work',
}

export const lookCopy = {
  title: 'Who looked at my account',
  intro:
    'Each time our staff open your details, account, payments, chats or PIN, or how we can help you, at most once an hour for each.',
  limits:
    "What you didn't ask us for appears after a day. The law can stop us from showing some of it. Lists of many customers aren't included.",
  /** Later looks may not be listed yet, so it says nothing of today. */
  none: 'No entries up to yesterday.',
  save: 'Save as a file',
  saved: { title: 'File saved', text: 'Keep it. You can check it here at any time.' },
  saveFailed: { title: 'Failed to save the file' },
  check: 'Check a saved file',
  savedFile: 'Saved file',
  checkHint: 'Check a saved file to see whether anything in it has been changed or removed since.',
  fileHint:
    'Keep this file. Open Settings, then Privacy, and choose Check a saved file. You can check a row without us too: its hash is the SHA-256 of the bytes of previousHash, actorHash and the SHA-256 of content.',
  notOurs: "This isn't a file that you saved here.",
  ofAnother: 'This file is about another account. Only its owner can check it.',
  edited: 'This file has been changed since you saved it.',
  unchanged: (rows: number) =>
    `Nothing has been changed or removed. ${rows === 0 ? 'This file has no entries.' : `Our records still have ${rows === 1 ? 'the entry' : `all ${formatCount(rows)} entries`} in this file.`}`,
  changed: 'Our records no longer match your file. Keep the file and complain to us.',
  changedBefore: 'Something older than your file has been changed or removed.',
} as const

/** 'Priya, support, opened your account and payments' */
export function describeLook({ agentName, action, subject }: Look): string {
  const name = agentName === null ? 'A member of our staff' : `${agentName}, support,`
  const what =
    action === 'view_transaction' && subject !== null
      ? `${wordsOf(actions, action)}: ${subject}`
      : wordsOf(actions, action)
  return `${name} ${what}`
}

/** '12 November 2026 at 14:02, for your chat' */
export function describeWhen({ at, action, reason }: Look): string {
  const known = reason ?? (searches.has(action) ? 'search' : null)
  return [formatDateTime(at), known === null ? 'no reason recorded' : wordsOf(reasons, known)].join(', ')
}

import { bankName } from '../_shared/brand.ts'
import { call, linkTo, type ChatLink } from './places.ts'

/** What helps a customer in danger: the first sentences, and what they can press. The order is that of the buttons. */
type Help = { text: string; links: ChatLink[] }

const emergency = 'If you or someone else is in danger now, call 999.'
const freeze = linkTo('freeze')
const card = linkTo('cards', 'Freeze or replace your card')
const scamLine = call('Call 159', '159')
const needs = linkTo('needs')
const moneyHelper = call('MoneyHelper 0800 138 7777', '0800 138 7777')

/**
 * The numbers are free in the UK, and were compared with public pages in November 2026: 159 (payplan.com and the BBC's page about
 * Stop Scams UK: it leads to the fraud team of most banks), 116 123 (samaritans.org), 0808 8020 133 (gamcare.org.uk, day and
 * night), 0808 2000 247 (the helpline of Refuge, day and night), 0800 138 7777 (MoneyHelper), 0808 808 4000 (National Debtline) and
 * 0808 808 1677 (Cruse Bereavement Support) in several directories each.
 */
export const dangers = {
  impersonation: {
    text: `Hang up and don't move any money. ${bankName} and the police never ask you to move money, or for your PIN or a code. Call 159 or write here to check.`,
    links: [freeze, scamLine, linkTo('support', 'Are you calling me now?')],
  },
  scam: {
    text: "Stop and don't send any more money. It isn't your fault. Open the payment in Transactions and choose Something wrong?, so that we can try to get it back.",
    links: [freeze, linkTo('transactions', 'Report the payment'), scamLine],
  },
  stolen: {
    text: 'Freeze your card now: it stops all card payments at once. If your phone is gone too, or someone knows your PIN, freeze everything.',
    links: [card, freeze, linkTo('transactions', "Report a payment that wasn't you")],
  },
  takeover: {
    text: "Freeze everything now: it stops your card and all payments. Then change your PIN, and remove devices that you don't know.",
    links: [
      freeze,
      linkTo('signIn', 'Change PIN and devices'),
      linkTo('transactions', "Report a payment that wasn't you"),
    ],
  },
  coercion: {
    text: `Nobody may control your money or make you pay. ${emergency} The free helpline below is open day and night and tells nobody. If someone may read this chat, End Chat deletes it, and your request for a person with it.`,
    links: [call('Domestic Abuse Helpline 0808 2000 247', '0808 2000 247'), call('Call 999', '999'), freeze, needs],
  },
  'self-harm': {
    text: "I'm so sorry that you feel like this. You matter, and you're not alone. Please talk to Samaritans now: 116 123 is free, day and night. In an emergency, call 999.",
    links: [call('Samaritans 116 123', '116 123'), call('Call 999', '999'), call('NHS 111', '111')],
  },
  debt: {
    text: 'We want to help, and it is good that you told us. MoneyHelper and National Debtline give free advice that costs you nothing and judges nobody. Pay for rent, food and heating first.',
    links: [
      moneyHelper,
      call('National Debtline 0808 808 4000', '0808 808 4000'),
      needs,
      linkTo('regular', 'Stop a regular payment'),
    ],
  },
  gambling: {
    text: 'You can block gambling now: switch it off in Card Settings, or choose Block gambling for all your cards. Switching it on again takes 48 hours. The National Gambling Helpline is free, day and night.',
    links: [
      linkTo('cards', 'Block gambling on your card'),
      linkTo('needs', 'Block gambling everywhere'),
      call('Gambling Helpline 0808 8020 133', '0808 8020 133'),
    ],
  },
  bereavement: {
    text: "I'm very sorry for your loss. You need no documents to start: a person here tells you step by step what happens with the account. Cruse listens, free of charge.",
    links: [call('Cruse 0808 808 1677', '0808 808 1677'), needs],
  },
  vulnerability: {
    text: 'Thank you for telling us. You can ask for more time, larger text, no phone calls or help from somebody, and you need not say why.',
    links: [linkTo('needs', 'Tell us how we can help'), linkTo('appearance', 'Make the text larger')],
  },
} satisfies Record<string, Help>

export type Danger = keyof typeof dangers

export function isDanger(kind: string): kind is Danger {
  return kind in dangers
}

/** The words 'connect you with' and 'real agent' would ask for an agent again: one has been asked for already. */
export const personIsAsked = 'I have asked for a person, and you come before the others who wait.'

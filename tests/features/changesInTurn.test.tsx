import { useQuery, type QueryKey } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { CardSettingsDialog } from '@/features/money/cards/CardSettingsDialog'
import { accountQueries } from '@/features/money/accounts/queries'
import { cardQueries } from '@/features/money/cards/queries'
import { InsightsSwitch } from '@/features/money/external-accounts/InsightsSwitch'
import { externalAccountQueries, type ExternalAccount } from '@/features/money/external-accounts/queries'
import { insightsQueries } from '@/features/money/insights/queries'
import type { OwnAccount } from '@/features/money/savings/queries'
import { RoundUps } from '@/features/money/automatic-moves/RoundUps'
import { CategoryChoice } from '@/features/money/transactions/CategoryChoice'
import type { Transaction } from '@/features/money/transactions/queries'
import { NotificationSettings } from '@/features/person/push/NotificationSettings'
import { SupportNeeds } from '@/features/person/support-needs/SupportNeeds'
import { PermissionCells } from '@/features/staff/roles/PermissionCells'
import { roleQueries, type PersonWithRole } from '@/features/staff/roles/queries'
import { userQueries, type User } from '@/features/staff/users/queries'
import { SupportSwitch } from '@/features/staff/users/SupportSwitch'
import { json, renderSignedIn, serve, userId } from '../fakeServer'
import { cardRow } from '../cards'
import type { ServerRequest } from '../apiAnswers'

// Each control that shows a press before the server has stored it.

/** What is switched on. */
type State = Record<string, boolean>

type Control = {
  show: () => ReactNode
  /** The labels of the control, and of one beside it that is stored with it. */
  labels: [string, string?]
  path: string
  /** What a request stores, by the labels. */
  stores: (body: Record<string, unknown>) => State
  /** What the server answers to the component's own read. */
  reads?: [path: string, answer: (state: State) => unknown]
}

/** A component whose screen reads its state with another list. */
function Stored({ listed, children }: { listed: QueryKey; children: (state: State) => ReactNode }) {
  const { data } = useQuery({ queryKey: [...listed, 'state'], queryFn: async () => ({ ...stored }) })
  return data === undefined ? null : children(data)
}

function OwnCard() {
  const { data } = useQuery(cardQueries.current(userId))
  return data ? <CardSettingsDialog card={data} onReplace={() => {}} onClose={() => {}} /> : null
}

const has = (list: unknown, value: string) => Array.isArray(list) && list.includes(value)

const choicesAre: Control['reads'] = [
  'POST rpc/get_notification_choices',
  (state) => ({
    push_key: 'key',
    push: [],
    mail: [...(state['Money in: Email'] ? ['money_in'] : []), ...(state['An agent answered: Email'] ? ['agent'] : [])],
    mailbox: ['money_in'],
    shows_amounts: state['Show amounts'] === true,
    low_balance: null,
  }),
]

const choices = (labels: Control['labels']): Control => ({
  show: () => <NotificationSettings userId={userId} />,
  labels,
  path: 'choose_notifications',
  stores: ({ p_mail: mail, p_shows_amounts: amounts }) => ({
    'Money in: Email': has(mail, 'money_in'),
    'An agent answered: Email': has(mail, 'agent'),
    'Show amounts': amounts === true,
  }),
  reads: choicesAre,
})

const roundUps = 'Round up card payments'
const needs: State = { more_time: true, no_calls: true }
const needLabels: Record<string, string> = { more_time: 'More time', no_calls: 'No phone calls' }

const controls: Record<string, Control> = {
  'a control of a card': {
    show: () => <OwnCard />,
    labels: ['Online payments', 'Contactless'],
    path: 'set_card_controls',
    stores: ({ p_online: online, p_contactless: contactless }) => ({
      ...(online !== undefined && { 'Online payments': online === true }),
      ...(contactless !== undefined && { Contactless: contactless === true }),
    }),
    reads: [
      'GET cards',
      (state) => [cardRow({ online: state['Online payments'] === true, contactless: state['Contactless'] === true })],
    ],
  },
  'what is told by email': choices(['Money in: Email', 'An agent answered: Email']),
  'amounts in messages': choices(['Show amounts', 'Money in: Email']),
  'a wish for help': {
    show: () => <SupportNeeds />,
    labels: ['More time', 'No phone calls'],
    path: 'set_support_need',
    stores: ({ p_need: need, p_is_on: isOn }) => ({ [needLabels[String(need)] ?? '']: isOn === true }),
    reads: [
      'POST rpc/list_my_support_needs',
      (state) =>
        Object.keys(needs)
          .filter((need) => state[needLabels[need] ?? ''])
          .map((need) => ({ need, own_words: null, ends_at: null, is_asked: false })),
    ],
  },
  'an external account in the insights': {
    show: () => (
      <Stored listed={externalAccountQueries.all}>
        {(state) => <InsightsSwitch account={{ id: 'a', inInsights: state['Count in insights'] } as ExternalAccount} />}
      </Stored>
    ),
    labels: ['Count in insights'],
    path: 'count_in_insights',
    stores: ({ p_in_insights: isOn }) => ({ 'Count in insights': isOn === true }),
  },
  'the round-ups': {
    show: () => (
      <Stored listed={accountQueries.all}>
        {(state) => <RoundUps account={{ id: 'a', takesRoundUps: state[roundUps] } as OwnAccount} accounts={[]} />}
      </Stored>
    ),
    labels: [roundUps],
    path: 'set_round_ups',
    stores: ({ p_to_account_id: account }) => ({ [roundUps]: account !== undefined }),
  },
  'a category': {
    show: () => (
      <Stored listed={insightsQueries.all}>
        {(state) => (
          <CategoryChoice
            transaction={{ id: 't', counterparty: '' } as Transaction}
            category={state['Category'] ? 'bills' : 'rent'}
            onChange={() => {}}
          />
        )}
      </Stored>
    ),
    labels: ['Category'],
    path: 'set_category',
    stores: ({ p_category: category }) => ({ Category: category === 'bills' }),
  },
  'the financial support of an admin': {
    show: () => (
      <Stored listed={userQueries.all}>
        {(state) => (
          <SupportSwitch
            user={{ id: 'u', isAdmin: true, isPinVisible: true, hasFinancialSupport: state[support] } as User}
            isSelf={false}
          />
        )}
      </Stored>
    ),
    labels: ['Financial Support Access'],
    path: 'set_financial_support',
    stores: ({ p_granted: isOn }) => ({ [support]: isOn === true }),
  },
  'a permission': permission('Approve Users', 'approve_users'),
  'a permission with a switch': permission('Manage Cases', 'manage_cases'),
}

const support = 'Financial Support Access'

function permission(label: string, name: string): Control {
  return {
    show: () => (
      <Stored listed={roleQueries.all}>
        {(state) => (
          <table>
            <tbody>
              <tr>
                <PermissionCells
                  admin={{ id: 'u', permissions: state[label] ? [name] : [] } as unknown as PersonWithRole}
                  isSelf={false}
                />
              </tr>
            </tbody>
          </table>
        )}
      </Stored>
    ),
    labels: [label],
    path: 'set_permission',
    stores: ({ p_granted: isOn }) => ({ [label]: isOn === true }),
  }
}

/** What the server has. */
let stored: State

/** Shows the control on a server that answers each change when the test says so. */
function open({ show, labels, path, stores, reads }: Control) {
  stored = Object.fromEntries(labels.map((label) => [label, false]))
  const changes: { body: Record<string, unknown>; answer: (isStored: boolean) => void }[] = []
  serve({
    'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, support_needs: [], turned_off: [] }),
    'POST rpc/list_push_devices': () => json([]),
    ...(reads && { [reads[0]]: () => json(reads[1](stored)) }),
    [`POST rpc/${path}`]: ({ body }: ServerRequest) =>
      new Promise((resolve) => {
        const sent = JSON.parse(body ?? '') as Record<string, unknown>
        const answer = (isStored: boolean) => {
          if (isStored) stored = { ...stored, ...stores(sent) }
          resolve(isStored ? new Response(null, { status: 204 }) : json({ code: 'PT409', message: 'Not now.' }, 409))
        }
        changes.push({ body: sent, answer })
      }),
  })
  const { client } = renderSignedIn(show())
  /** Answers the oldest change that waits. */
  const answer = async (nth: number, isStored = true) => {
    await waitFor(() => expect(changes).toHaveLength(nth))
    changes[nth - 1]?.answer(isStored)
  }
  return { changes, answer, client }
}

const control = async (label: string) =>
  screen.findByRole(label === 'Category' ? 'combobox' : /:|Users/.test(label) ? 'checkbox' : 'switch', {
    name: new RegExp(`^${label}`),
  })

async function press(label: string) {
  const element = await control(label)
  if (element instanceof HTMLSelectElement)
    await userEvent.selectOptions(element, element.value === 'bills' ? 'rent' : 'bills')
  else await userEvent.click(element)
}

async function expectOn(label: string, isOn: boolean) {
  const element = await control(label)
  const shows = () =>
    element instanceof HTMLSelectElement ? element.value === 'bills' : (element as HTMLInputElement).checked
  await waitFor(() => expect(shows()).toBe(isOn))
}

const rows = Object.entries(controls)
const pairs = rows.flatMap(([name, row]) => (row.labels[1] === undefined ? [] : [[name, row, row.labels[1]] as const]))

test.each(rows)('%s stays as it is pressed, also when its list is refetched before the answer', async (_, row) => {
  const [label] = row.labels
  const { answer, changes, client } = open(row)
  await press(label)
  await expectOn(label, true)
  await waitFor(() => expect(changes).toHaveLength(1))
  await client.refetchQueries({ type: 'active' })
  await expectOn(label, true)
  await answer(1)
  await waitFor(() => expect(client.isMutating()).toBe(0))
  await expectOn(label, true)
})

test.each(rows)('%s is sent once for each press, in their order', async (_, row) => {
  const [label] = row.labels
  const { answer, changes, client } = open(row)
  await press(label)
  await expectOn(label, true)
  await press(label)
  await expectOn(label, false)
  await waitFor(() => expect(changes).toHaveLength(1))
  await answer(1)
  await waitFor(() => expect(changes).toHaveLength(2))
  await expectOn(label, false)
  await answer(2)
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(changes.map(({ body }) => row.stores(body)[label])).toEqual([true, false])
  expect(stored[label]).toBe(false)
  await expectOn(label, false)
})

test.each(rows)('%s goes back when the server refuses it, and the reason is shown', async (_, row) => {
  const [label] = row.labels
  const { answer } = open(row)
  await press(label)
  await expectOn(label, true)
  await answer(1, false)
  await expectOn(label, false)
  expect((await screen.findAllByText(/Not now\.|Not saved|not saved|couldn't/)).length).toBeGreaterThan(0)
})

test.each(pairs)('%s and the one beside it are both shown as pressed, and both stored', async (_, row, other) => {
  const [label] = row.labels
  const { answer, changes, client } = open(row)
  await press(label)
  await press(other)
  await expectOn(label, true)
  await expectOn(other, true)
  expect(changes).toHaveLength(1)
  await answer(1)
  await answer(2)
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect([stored[label], stored[other]]).toEqual([true, true])
  await expectOn(label, true)
  await expectOn(other, true)
})

test.each(pairs)('a refusal of %s leaves the press of the one beside it', async (_, row, other) => {
  const [label] = row.labels
  const { answer, client } = open(row)
  await press(label)
  await press(other)
  await answer(1, false)
  await expectOn(label, false)
  await expectOn(other, true)
  await answer(2)
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect([stored[label], stored[other]]).toEqual([false, true])
  await expectOn(other, true)
})

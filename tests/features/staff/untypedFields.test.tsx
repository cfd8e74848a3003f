import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readdirSync, readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { EditBalanceDialog } from '@/features/staff/account-tools/EditBalanceDialog'
import { EditMessageDialog } from '@/features/staff/agent-console/EditMessageDialog'
import { SavedTexts } from '@/features/staff/saved-texts/shared'
import { RuleDraft } from '@/features/staff/payment-rules/RuleDraft'
import type { DraftRule, Rule } from '@/features/staff/payment-rules/rules'
import { EditSavingsDialog } from '@/features/staff/users/EditSavingsDialog'
import { EditUserDialog } from '@/features/staff/users/EditUserDialog'
import { bodiesOf, json, renderSignedIn, serve } from '../../fakeServer'

// No form of staff changes what was not typed.

const onClose = vi.fn<() => void>()

const user = {
  id: 'person-1',
  createdAt: '2026-11-21T09:05:00+00:00',
  // Stored before names were trimmed and addresses were checked.
  fullName: ' Marta  Lind ',
  notificationEmail: 'marta at example',
  signInEmail: 'marta@example.test',
  hasPin: true,
  isPinVisible: true,
  balance: 123_450,
  hasFinancialSupport: false,
  isStaff: false,
  isAdmin: false,
  canDelete: true,
  hasAskedForPin: false,
  isSuspended: false,
  isClosed: false,
}
const savings = {
  id: 'savings-1',
  sort_code: '00-11-22',
  account_number: '12345678',
  balance: 123_450,
  closed_at: null,
  wait_hours: 0,
}
const names = ['first_payment', 'half_of_balance', 'many_new_payees', 'reported_payee', 'unconfirmed_name'] as const
const thresholdOf = {
  first_payment: 250,
  half_of_balance: 0.5,
  many_new_payees: 3,
  reported_payee: 1,
  unconfirmed_name: 1000,
}
const rules: Rule[] = names.flatMap((name) => [
  { name, action: 'review', threshold: thresholdOf[name], active: false },
  { name, action: 'warn', threshold: thresholdOf[name], active: true },
])

/** The rules of a draft that differ from the stored ones. */
const drafted = (draft: DraftRule[]) =>
  draft.filter(({ name, action, threshold, active }) =>
    rules.some(
      (rule) =>
        rule.name === name &&
        rule.action === action &&
        (rule.threshold !== Number(threshold) || rule.active !== active),
    ),
  )

type Form = {
  show: () => ReactNode
  /** Opens the form. */
  open?: string[]
  save: string
  path: string
  /** What a save sends after the text was typed into the field, in place of what is there. */
  changes: [label: string, typed: string, sent: unknown][]
  /** Saving without a change runs something that changes nothing. */
  isTrial?: true
}

/** By the file in which the form is. */
const forms: Record<string, Form> = {
  'users/EditUserDialog.tsx': {
    show: () => <EditUserDialog user={user} canEditBalance onClose={onClose} />,
    save: 'Save Changes',
    path: 'rpc/update_user',
    changes: [
      ['Full Name', 'Marta Linden', { p_user_id: user.id, p_full_name: 'Marta Linden' }],
      ['Notification Email', 'm@example.test', { p_user_id: user.id, p_notification_email: 'm@example.test' }],
      ['Account Balance (£)', '9', { p_user_id: user.id, p_balance: '9.00', p_seen_balance: '1234.50' }],
      ['5-Digit Login PIN', '13579', { p_user_id: user.id, p_pin: '13579' }],
    ],
  },
  'users/EditSavingsDialog.tsx': {
    show: () => <EditSavingsDialog userId={user.id} account={savings} onClose={onClose} />,
    save: 'Save Changes',
    path: 'rpc/update_user',
    changes: [
      [
        'New balance (£)',
        '9',
        { p_user_id: user.id, p_balance: '9.00', p_seen_balance: '1234.50', p_account_id: 'savings-1' },
      ],
    ],
  },
  'account-tools/EditBalanceDialog.tsx': {
    show: () => <EditBalanceDialog balance={123_450} onClose={onClose} />,
    save: 'Update Balance',
    path: 'rpc/edit_current_account_balance',
    changes: [['New Balance', '9', { p_new_balance: '9.00' }]],
  },
  'agent-console/EditMessageDialog.tsx': {
    show: () => (
      <EditMessageDialog
        conversationId="chat-1"
        message={{
          id: 'message-1',
          sender: 'agent',
          senderId: null,
          senderName: null,
          text: 'Hello',
          createdAt: user.createdAt,
          isEdited: false,
          links: null,
        }}
        onClose={onClose}
      />
    ),
    save: 'Save',
    path: 'chat_messages',
    changes: [['Message', 'Hello again', { message: 'Hello again' }]],
  },
  'saved-texts/SavedTextsDialog.tsx': {
    show: () => <SavedTexts kind="reply" />,
    open: ['Saved replies', 'Edit bye'],
    save: 'Save',
    path: 'rpc/save_reply',
    changes: [
      ['Shortcut', 'ciao', { p_id: 'reply-1', p_kind: 'reply', p_shortcut: 'ciao' }],
      ['Reply', 'See you', { p_id: 'reply-1', p_kind: 'reply', p_reply: 'See you' }],
    ],
  },
  'payment-rules/RuleDraft.tsx': {
    show: () => <RuleDraft rules={rules} isBlocked={false} />,
    save: 'Try on the Last 90 Days',
    path: 'rpc/try_payment_rules',
    changes: [
      [
        'Warn: above (£)',
        '7',
        {
          p_rules: expect.toSatisfy(
            (draft: DraftRule[]) =>
              JSON.stringify(drafted(draft)) ===
              '[{"name":"first_payment","action":"warn","threshold":"7.00","active":true}]',
          ),
        },
      ],
    ],
    isTrial: true,
  },
}

/** These record something new or only search: what they open with is no stored value. */
const others = new Set([
  'account-tools/useTransactionForm.ts',
  'agent-console/ChatTags.tsx',
  'agent-console/MarkComplaint.tsx',
  'interest-rates/RateForm.tsx',
  'saved-texts/ReasonDialog.tsx',
  'staff-cases/CaseActions.tsx',
  'staff-cases/CaseEvents.tsx',
  'staff-cases/ClaimDecision.tsx',
  'staff-cases/CloseCustomer.tsx',
  'staff-cases/ComplaintDecision.tsx',
  'staff-cases/PaymentReviewDecision.tsx',
  'staff-cases/RecordRecovery.tsx',
  'staff-cases/SuspensionUpdate.tsx',
  'staff-transactions/FilterForm.tsx',
  'staff-transactions/PaymentReviewDialog.tsx',
  'user-notes/NoteList.tsx',
  'users/AddressDialog.tsx',
  'users/PayOut.tsx',
  'users/RevokeDialog.tsx',
  'users/SuspendDialog.tsx',
])

test('every form of staff is tried, or opens with nothing that is stored', () => {
  const root = 'src/features/staff/'
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const found = files.filter((file) => readFileSync(root + file, 'utf8').includes('useForm('))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter((file) => !Object.hasOwn(forms, file) && !others.has(file))).toEqual([])
})

/** A save is refused, which does not matter here: what it sends is looked at. */
async function openForm({ show, open = [] }: Form) {
  const asked = serve({
    'POST rpc/list_saved_replies': () => json([{ id: 'reply-1', shortcut: 'bye', reply: 'Goodbye' }]),
  })
  onClose.mockClear()
  renderSignedIn(show())
  for (const name of open) await userEvent.click(await screen.findByRole('button', { name }))
  return asked
}

const changes = Object.values(forms).flatMap((form) =>
  form.changes.map(([label, typed, sent]) => ({ form, label, typed, sent })),
)

test.each(changes)('a form sends only what was typed into $label', async ({ form, label, typed, sent }) => {
  const asked = await openForm(form)
  const [field] = await screen.findAllByLabelText(label)
  if (field === undefined) throw new Error(`No field ${label}`)
  await userEvent.clear(field)
  await userEvent.type(field, typed)
  await userEvent.click(screen.getByRole('button', { name: form.save }))
  await waitFor(() => expect(bodiesOf(asked, form.path)).toEqual([sent]))
})

const saved = Object.entries(forms).filter(([, { isTrial }]) => isTrial !== true)

test.each(saved)('%s sends nothing when nothing was typed', async (_, form) => {
  const asked = await openForm(form)
  await userEvent.click(await screen.findByRole('button', { name: form.save }))
  const hasClosed = () =>
    form.open === undefined
      ? onClose.mock.calls.length > 0
      : within(screen.getByRole('dialog')).queryByRole('button', { name: form.save }) === null
  await waitFor(() => expect(hasClosed()).toBe(true))
  expect(bodiesOf(asked, form.path)).toEqual([])
})

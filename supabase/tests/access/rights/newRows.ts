import { randomUUID } from 'node:crypto'
import type { Role } from './expectedRights'
import type { RightsFixture, RightsUser } from './rightsFixture'

type NewRow = { table: string; owner: Role; kind: string; isForged: boolean; row: Record<string, unknown> }

/** New rows of each kind for `owner`, as the caller `me` would insert them, and rows that name another user. */
export function newRowsFor({ userWith }: RightsFixture, table: string, me: RightsUser, owner: RightsUser): NewRow[] {
  const newRow = (row: NewRow['row'], kind = '', isForged = false) => ({
    table,
    owner: owner.role,
    kind,
    isForged,
    row,
  })
  switch (table) {
    case 'profiles':
      return [newRow({ id: owner.id })]
    case 'accounts':
      return [
        newRow({
          user_id: owner.id,
          sort_code: '00-11-11',
          account_number: '11111111',
          card_last_four: '0000',
          account_holder_name: 'New',
        }),
      ]
    case 'cards':
      return [newRow({ user_id: owner.id, account_id: owner.account.id, last_four: '0000', expires_on: '2040-01-31' })]
    case 'card_payments':
      return [
        newRow({
          id: randomUUID(),
          user_id: owner.id,
          card_id: owner.card,
          created_at: '2040-01-01T00:00:00Z',
          merchant: 'New',
          mcc: '5411',
          country: 'GB',
          entry: 'chip',
          amount: 1,
        }),
      ]
    case 'transactions':
      return [
        newRow({
          user_id: owner.id,
          amount: 1,
          to_sort_code: '00-11-11',
          to_account_number: '11111111',
          to_account_holder_name: 'New',
        }),
      ]
    case 'recipients':
      return [
        newRow({ user_id: owner.id, account_holder_name: 'New', sort_code: '00-11-11', account_number: '11111111' }),
      ]
    case 'chat_conversations':
      return [newRow({ user_id: owner.id }, 'active')]
    case 'chat_messages': {
      const message = (kind: string, senderId: string | null) => ({
        conversation_id: owner.chat,
        sender_id: senderId,
        sender_type: kind,
        message: `New ${randomUUID()}`,
      })
      const others = [userWith('other customer'), userWith('manage_chat')].filter(({ id }) => id !== me.id)
      return [
        ...['user', 'agent', 'assistant', 'event', 'note'].map((kind) => newRow(message(kind, me.id), kind)),
        ...['user', 'agent', 'assistant', 'event', 'note'].map((kind) => newRow(message(kind, null), kind, true)),
        ...others.flatMap(({ id }) => ['user', 'agent', 'note'].map((kind) => newRow(message(kind, id), kind, true))),
      ]
    }
    case 'agent_requests':
      return [newRow({ conversation_id: owner.chat, user_id: owner.id })].concat(
        owner.id === me.id ? [] : newRow({ conversation_id: owner.chat, user_id: me.id }, '', true),
      )
    case 'scheduled_payments':
      return [
        newRow({
          user_id: owner.id,
          to_account_id: owner.account.id,
          scheduled_for: '2099-01-01T00:00:00Z',
          amount: 1,
          from_name: 'New',
        }),
      ]
    case 'outgoing_payments':
    case 'regular_payments': {
      const payment = {
        user_id: owner.id,
        from_account_id: owner.account.id,
        to_account_holder_name: 'New',
        to_sort_code: '00-11-11',
        to_account_number: '11111111',
        amount: 1,
      }
      return table === 'outgoing_payments'
        ? [newRow({ ...payment, state: 'scheduled', due_on: '2099-01-01', send_at: '2099-01-01T06:00:00Z' })]
        : [newRow({ ...payment, frequency: 'weekly', starts_on: '2099-01-01', next_occurrence: 0 })]
    }
    case 'external_accounts':
      return [newRow({ id: randomUUID(), user_id: owner.id, name: 'New' })]
    case 'external_transactions':
      return [
        newRow({
          account_id: owner.externalAccount,
          key: randomUUID(),
          user_id: owner.id,
          day: '2040-01-01',
          amount: 1,
          description: 'New',
        }),
      ]
    case 'user_roles':
      return ['admin', 'super_admin'].map((name) => newRow({ user_id: owner.id, role: name }))
    case 'admin_permissions':
      return [newRow({ admin_id: owner.id, permission: 'approve_users' }, 'approve_users')]
    case 'user_notifications':
      return [newRow({ user_id: owner.id, type: 'pin', title: 'New', message: 'New' })]
    default:
      throw new Error(`There is no new row for ${table}.`)
  }
}

/** A value of the column's type that no row has. */
export function sampleFor(table: string, column: string, me: RightsUser): unknown {
  const special: Record<string, unknown> = {
    'chat_conversations.status': 'waiting_for_agent',
    'profiles.notification_email': 'changed@test.example',
    'profiles.postcode': 'SW1A 2AA',
    'profiles.approved': true,
  }
  const key = `${table}.${column}`
  if (key in special) return special[key]
  if (column === 'id' || column.endsWith('_id')) return me.id
  if (
    column.endsWith('_at') ||
    column.endsWith('_for') ||
    column.endsWith('_on') ||
    column.endsWith('_from') ||
    column.endsWith('_date')
  )
    return '2040-01-01T00:00:00Z'
  if (['amount', 'balance', 'last_payment_amount', 'purchase_limit', 'daily_limit', 'refunded'].includes(column))
    return 999
  if (['approved', 'read', 'processed', 'incoming'].includes(column)) return true
  // The other columns of a card are switches.
  if (table === 'cards' && !['status', 'last_four'].includes(column)) return false
  return column === 'role' ? 'super_admin' : 'Changed'
}

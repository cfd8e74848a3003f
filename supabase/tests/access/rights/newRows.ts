import { randomUUID } from 'node:crypto'
import type { Role } from './expectedRights'
import type { Person, World } from './rightsFixture'

type Attempt = { table: string; owner: Role; kind: string; isForged: boolean; row: Record<string, unknown> }

/** A new row of each kind for somebody, as the caller would write it, and in somebody else's name. */
export function attemptsFor({ of }: World, table: string, me: Person, owner: Person): Attempt[] {
  const attempt = (row: Attempt['row'], kind = '', isForged = false) => ({
    table,
    owner: owner.role,
    kind,
    isForged,
    row,
  })
  switch (table) {
    case 'profiles':
      return [attempt({ id: owner.id })]
    case 'accounts':
      return [
        attempt({
          user_id: owner.id,
          sort_code: '00-11-11',
          account_number: '11111111',
          card_number: '4659000000000000',
          account_holder_name: 'New',
        }),
      ]
    case 'transactions':
      return [
        attempt({
          user_id: owner.id,
          amount: 1,
          to_sort_code: '00-11-11',
          to_account_number: '11111111',
          to_account_holder_name: 'New',
        }),
      ]
    case 'recipients':
      return [
        attempt({ user_id: owner.id, account_holder_name: 'New', sort_code: '00-11-11', account_number: '11111111' }),
      ]
    case 'chat_conversations':
      return [attempt({ user_id: owner.id }, 'active')]
    case 'chat_messages': {
      const message = (kind: string, senderId: string | null) => ({
        conversation_id: owner.chat,
        sender_id: senderId,
        sender_type: kind,
        message: `New ${randomUUID()}`,
      })
      const others = [of('other customer'), of('manage_chat')].filter(({ id }) => id !== me.id)
      return [
        ...['user', 'agent', 'assistant'].map((kind) => attempt(message(kind, me.id), kind)),
        ...['user', 'agent', 'assistant'].map((kind) => attempt(message(kind, null), kind, true)),
        ...others.flatMap(({ id }) => ['user', 'agent'].map((kind) => attempt(message(kind, id), kind, true))),
      ]
    }
    case 'agent_requests':
      return [attempt({ conversation_id: owner.chat, user_id: owner.id })].concat(
        owner.id === me.id ? [] : attempt({ conversation_id: owner.chat, user_id: me.id }, '', true),
      )
    case 'scheduled_payments': {
      const cheque = { scheduled_for: '2030-01-01T00:00:00Z', amount: 1, from_name: 'New' }
      return [attempt({ ...cheque, user_id: owner.id, to_account_id: owner.account.id }, 'not processed')].concat(
        owner.id === me.id
          ? []
          : [
              attempt({ ...cheque, user_id: me.id, to_account_id: owner.account.id }, '', true),
              attempt({ ...cheque, user_id: owner.id, to_account_id: me.account.id }, '', true),
            ],
      )
    }
    case 'user_roles':
      return ['admin', 'super_admin'].map((name) => attempt({ user_id: owner.id, role: name }))
    case 'admin_permissions':
      return [attempt({ admin_id: owner.id, permission: 'approve_users' }, 'approve_users')]
    case 'user_notifications':
      return [attempt({ user_id: owner.id, type: 'pin', title: 'New', message: 'New' })]
    default:
      throw new Error(`There is no new row for ${table}.`)
  }
}

/** Another value than any row has, of the column's type. */
export function sampleFor(table: string, column: string, me: Person): unknown {
  const special: Record<string, unknown> = {
    'chat_conversations.status': 'waiting_for_agent',
    'profiles.notification_email': 'changed@test.example',
    'profiles.approved': true,
  }
  const key = `${table}.${column}`
  if (key in special) return special[key]
  if (column === 'id' || column.endsWith('_id')) return me.id
  if (column.endsWith('_at') || column.endsWith('_for') || column.endsWith('_date')) return '2040-01-01T00:00:00Z'
  if (['amount', 'balance', 'last_payment_amount'].includes(column)) return 999
  if (['approved', 'read', 'processed', 'incoming'].includes(column)) return true
  return column === 'role' ? 'super_admin' : 'Changed'
}

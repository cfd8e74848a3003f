import { expect, test } from 'vitest'
import { changedTables } from './comparisons'
import { customerCalls } from './customerCalls'
import { withRights } from './rightsFixture'

const fixture = withRights()

// freeze.test.ts calls each function with nulls. A function that makes an exception for some of its arguments is found here.
// The functions that change something in a frozen account, when a thief with the PIN calls them about what the owner has.
const changing = [
  'get_email_by_pin', // counted
  'request_pin_reset', // asks staff for help
  'report_known_address', // tells the owner
  'report_shown_error', // counted
  'choose_new_pin', // a wrong token is counted
  'start_passkey_sign_in', // needs the owner's device to go on
  'enter_my_pin', // counted
  'report_scam', // help
  'answer_case', // help
  'open_complaint', // help
  'undo_payment', // keeps the money
  'cancel_outgoing_payment', // keeps the money
  'set_regular_payment_state', // pausing and cancelling keep the money
  'start_passkey_approval', // needs the owner's device to go on
  'remove_device', // the owner is mailed, and signs in again with a code
  'touch_session', // keeps the session
]

test('a thief with the PIN changes nothing in a frozen account that moves money out, reveals or protects', async () => {
  const me = fixture.userWith('customer')
  const { sql } = fixture
  const found: string[] = []
  for (const { name, args } of customerCalls.filter((call) => call.name !== 'freeze_my_account')) {
    await sql`
      insert into private.passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
      values (${me.id}, 'owner', 'key', 0, '{internal}', 'Phone', now() - interval '3 days')`
    await sql`
      insert into private.pin_confirmations (session_id) select s.id from auth.sessions s where s.user_id = ${me.id}`
    await me.direct.rpc('freeze_my_account').throwOnError()
    const before = await fixture.snapshot()
    await me.direct.rpc(name, args?.(me, me) ?? {})
    if (changedTables(await fixture.snapshot(), before).length > 0) found.push(name)
    await fixture.restore()
  }
  expect(found).toEqual(changing)
})

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import type { Target } from './target'

export type Customer = {
  id: string
  name: string
  /** The notification address. */
  email: string
  accessToken: string
  supabase: SupabaseClient
  account: { sortCode: string; accountNumber: string }
}

/** Signs a customer up as the app does, approves them and opens an account. The customer is not deleted afterwards. */
export async function newCustomer(
  target: Pick<Target, 'apiUrl' | 'publishableKey'>,
  database: postgres.Sql,
  name: string,
): Promise<Customer> {
  const email = `contract-${crypto.randomUUID()}@fernbank.example`
  const supabase = createClient(target.apiUrl, target.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const signUp = await supabase.auth.signUp({
    email,
    password: crypto.randomUUID(),
    options: { data: { full_name: name } },
  })
  if (signUp.error) throw signUp.error
  const { user, session } = signUp.data
  if (!user || !session) throw new Error('Sign-up returned no session: email confirmation must be off.')

  await database`update public.profiles set approved = true where id = ${user.id}`
  await supabase.rpc('open_current_account').throwOnError()
  await supabase.from('profiles').update({ notification_email: email }).eq('id', user.id).throwOnError()
  const { data } = await supabase.from('accounts').select('sort_code, account_number').single().throwOnError()
  return {
    id: user.id,
    name,
    email,
    accessToken: session.access_token,
    supabase,
    account: { sortCode: data.sort_code, accountNumber: data.account_number },
  }
}

/** Checks the payee and returns the id of the check. */
async function checkPayee({ supabase }: Customer, { name, account }: Customer): Promise<string> {
  const checkId = crypto.randomUUID()
  await supabase
    .rpc('check_payee', {
      p_check_id: checkId,
      p_name: name,
      p_sort_code: account.sortCode,
      p_account_number: account.accountNumber,
    })
    .throwOnError()
  return checkId
}

/** A payment as the app sends it, with the payee checked and the warnings read. */
export async function paymentTo(from: Customer, to: Customer, amount: number, reference: string) {
  const payment = {
    p_name: to.name,
    p_sort_code: to.account.sortCode,
    p_account_number: to.account.accountNumber,
    p_amount: String(amount),
    p_check_id: await checkPayee(from, to),
  }
  const { data: warnings } = await from.supabase.rpc('assess_payment', payment).throwOnError()
  return {
    to_name: payment.p_name,
    to_sort_code: payment.p_sort_code,
    to_account_number: payment.p_account_number,
    amount,
    reference,
    check_id: payment.p_check_id,
    warnings: warnings.map(({ rule }: { rule: string }) => rule),
    warnings_version: 1,
    warnings_shown_at: new Date().toISOString(),
  }
}

/** Makes a payment, and returns its request id. */
export async function pay(from: Customer, to: Customer, amount: number, reference: string): Promise<string> {
  const requestId = crypto.randomUUID()
  await from.supabase
    .rpc('make_payment', { p_request_id: requestId, p_payment: await paymentTo(from, to, amount, reference) })
    .throwOnError()
  return requestId
}

/** The body that the app sends to send-payment-notification. */
export function notificationBody(to: Customer, requestId: string, notificationType: 'sender' | 'recipient') {
  return {
    requestId,
    notificationType,
    recipientName: to.name,
    amount: 12.5,
    sortCode: to.account.sortCode,
    accountNumber: to.account.accountNumber,
    reference: 'Lunch',
  }
}

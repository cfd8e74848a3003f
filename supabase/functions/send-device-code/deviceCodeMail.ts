import { bankName, supportEmail } from '../_shared/brand.ts'
import { mailCode, mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { customerText } from '../_shared/mailText.ts'

type CodePurpose = 'sign_in' | 'unfreeze' | 'passkey'
type CodeMail = { name: string; code: string; purpose: CodePurpose }
type Words = { headline: string; reason: string; validity: string; advice: string }

const signInWords: Words = {
  headline: `Your code for signing in to ${bankName}`,
  reason: "Someone has signed in with your PIN on a device we don't know. To continue on that device, enter this code:",
  validity: 'You can use it for 10 minutes, on that device only.',
  advice: `If this wasn't you, someone knows your PIN. Don't give this code to anyone. Sign in to ${bankName} on your own device, tell us in Chat and ask for a new PIN.`,
}

const unfreezeWords: Words = {
  headline: `Your code for unfreezing your ${bankName} account`,
  reason:
    'Someone who is signed in wants to unfreeze your account in an hour, to change your PIN, or to remove a passkey. To go on, enter this code:',
  validity: 'You can use it for 10 minutes, on that device only.',
  advice:
    "If this wasn't you, someone is in your account. Don't give this code to anyone: without it your account stays frozen. Tell us in Chat.",
}

const passkeyWords: Words = {
  headline: `Your code for adding a passkey to ${bankName}`,
  reason:
    'Someone who is signed in to your account wants to add a passkey, which signs in and approves payments. To add it, enter this code:',
  validity: 'You can use it for 10 minutes, on that device only.',
  advice:
    "If this wasn't you, someone is in your account. Don't give this code to anyone. Freeze your account in the app and tell us in Chat.",
}

const wordsFor = { sign_in: signInWords, unfreeze: unfreezeWords, passkey: passkeyWords }

/** The mail with a code. The subject is shown on locked screens, so it does not contain the code. */
export function composeDeviceCodeMail({ name, code, purpose }: CodeMail): ComposedMail {
  const { headline, reason, validity, advice } = wordsFor[purpose]
  const greeting = `Hello ${customerText(name)},`
  const caution = `We never ask you for this code, by phone or by email. If you can't sign in, write to ${supportEmail}. ${bankName} is a demonstration bank.`
  return {
    subject: headline,
    text: [greeting, reason, code, validity, advice, caution].join('\n\n') + '\n',
    html: mailPage({
      headline,
      greeting,
      content: [mailParagraph(reason), mailCode(code), mailParagraph(validity), mailParagraph(advice)],
      caution,
    }),
  }
}

import { brand } from '@/brand'
import { NoticePage, NoticeSection } from '@/components/NoticePage'

const kept = [
  ['Your account, payments, statements and profile', 'Until six years after your account is closed'],
  ['Cases, such as claims and complaints', 'Until six years after the decision'],
  ['Chats that have ended', 'For six years, unless this bank has set another time'],
  ['Mails and push messages, and the links in mails', 'For 30 days'],
  ['The record of what staff and you did', 'For good. Names stay in it, because it has to show later what happened'],
]

export function Privacy() {
  return (
    <NoticePage title="Privacy">
      <p>
        {brand.name} is a demonstration bank: the money isn't real, and it isn't authorised by any regulator. The
        operator of this installation decides about your data. Write to{' '}
        <a href={`mailto:${brand.supportEmail}`} className="text-brand underline">
          {brand.supportEmail}
        </a>
        .
      </p>
      <NoticeSection title="What we keep about you, and why">
        <ul className="list-disc space-y-1 pl-5">
          <li>Your name, email addresses and postal address, to know you and to write to you.</li>
          <li>Your account, card, payments, payees and what you imported, to be your bank.</li>
          <li>Chats, claims and complaints, to help you and to show what was decided.</li>
          <li>Your devices and the times you signed in, to keep others out.</li>
          <li>What you told us that you need, if you told us, to help you. Staff who help you see how, not why.</li>
        </ul>
        <p>We keep it because the account needs it, because a law asks for it, or because you asked us to.</p>
      </NoticeSection>
      <NoticeSection title="Who gets it">
        <ul className="list-disc space-y-1 pl-5">
          <li>The person you pay, and their bank: your name, your sort code and account number, and the reference.</li>
          <li>
            Another bank that is asked whether a payee's name is right: the name, sort code and account number you
            typed.
          </li>
          <li>The services this bank runs on: the database, mails and, if you turned them on, push messages.</li>
          <li>
            The assistant in the chat may use another company's language model. It then gets the chat, your balance,
            your last payments and the names of your payees.
          </li>
        </ul>
        <p>We show no advertisements, use no analytics, and sell nothing.</p>
      </NoticeSection>
      <NoticeSection title="On your device">
        <p>
          We set no cookies. Your browser keeps your sign-in, your choices and what you typed, so that it isn't lost.
        </p>
      </NoticeSection>
      <NoticeSection title="How long we keep it">
        <dl className="space-y-2">
          {kept.map(([what, howLong]) => (
            <div key={what}>
              <dt className="text-name">{what}</dt>
              <dd className="text-secondary">{howLong}</dd>
            </div>
          ))}
        </dl>
      </NoticeSection>
      <NoticeSection title="Your rights">
        <p>
          You can see and correct your details in Settings, download a copy of your data under Privacy there, close your
          account, and, where this bank shows it, see which staff looked at your account. Ask us for what the copy
          leaves out, such as notes of our staff, or to correct, limit or delete something: by email or in the chat. You
          can complain to the Information Commissioner's Office, ico.org.uk.
        </p>
      </NoticeSection>
    </NoticePage>
  )
}

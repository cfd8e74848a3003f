import { brand } from '@/brand'
import { NoticePage, NoticeSection } from '@/components/NoticePage'

export function Accessibility() {
  return (
    <NoticePage title="Accessibility">
      <p>We want everybody to be able to use {brand.name}. We build it to WCAG 2.2, level AA.</p>
      <NoticeSection title="What you can do">
        <ul className="list-disc space-y-1 pl-5">
          <li>Use every screen with a keyboard alone, or with a screen reader.</li>
          <li>Make text twice as large, or use a window 320 pixels wide, without scrolling sideways.</li>
          <li>Choose light or dark in Settings, Appearance. Your device's wish for less motion is followed.</li>
          <li>Read your statements and letters as tagged PDF files, which screen readers can follow.</li>
          <li>Tell us in Settings, How we can help you, what makes banking easier for you.</li>
          <li>Before you're signed out for being inactive, you're asked whether you need more time.</li>
        </ul>
      </NoticeSection>
      <NoticeSection title="How we test it">
        <p>
          Automatic tests open the screens, check them with axe in light and dark, and check that nothing is lost with
          text twice as large on a window 320 pixels wide. They can't find every problem. No outside expert has audited
          the app.
        </p>
      </NoticeSection>
      <NoticeSection title="What isn't good enough yet">
        <ul className="list-disc space-y-1 pl-5">
          <li>The app is in English only.</li>
          <li>Codes for a new device come by email only.</li>
        </ul>
      </NoticeSection>
      <NoticeSection title="Tell us">
        <p>
          If something doesn't work for you, or you need information in another form, write to{' '}
          <a href={`mailto:${brand.supportEmail}`} className="text-brand underline">
            {brand.supportEmail}
          </a>{' '}
          or ask in the chat.
        </p>
      </NoticeSection>
    </NoticePage>
  )
}

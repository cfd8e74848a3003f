/** The typing indicator. */
export function TypingDots({ name }: { name: string }) {
  return (
    <div className="flex pt-3">
      <p className="sr-only">{name} is typing</p>
      <div aria-hidden className="flex gap-1 rounded-lg bg-card px-4 py-4 shadow-card">
        {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
          <span key={delay} className={`size-2 animate-bounce rounded-full bg-muted ${delay}`} />
        ))}
      </div>
    </div>
  )
}

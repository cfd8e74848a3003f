import { consoleKeys } from './keys'

/** The keys of the console, closed until the agent opens the list. */
export function ConsoleKeys() {
  return (
    <details className="text-sm text-muted max-lg:hidden">
      <summary className="cursor-pointer px-1">Keys</summary>
      <dl className="space-y-1 px-1 pt-2">
        {consoleKeys.map(({ action, keys, does }) => (
          <div key={action} className="flex justify-between gap-4">
            <dt>{does}</dt>
            <dd className="shrink-0">
              {keys.map((key) => (
                <kbd key={key} className="pl-1">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/**
 * A storage that may be full or forbidden. A value that it refuses is kept until the page is closed, and the stored value
 * before it is removed: it would come back as if it were the latest.
 */
function safeStorage(storage: () => Storage) {
  const refused = new Map<string, string>()

  const removeItem = (key: string) => {
    refused.delete(key)
    try {
      storage().removeItem(key)
    } catch {
      // The browser forbids the storage: nothing is stored.
    }
  }
  return {
    getItem(key: string): string | null {
      try {
        return refused.get(key) ?? storage().getItem(key)
      } catch {
        return null
      }
    },
    setItem(key: string, value: string) {
      try {
        storage().setItem(key, value)
        refused.delete(key)
      } catch {
        removeItem(key)
        refused.set(key, value)
      }
    },
    removeItem,
    keys(): string[] {
      try {
        return [...new Set([...refused.keys(), ...Object.keys(storage())])]
      } catch {
        return [...refused.keys()]
      }
    },
  }
}

export const localStore = safeStorage(() => window.localStorage)
export const sessionStore = safeStorage(() => window.sessionStorage)

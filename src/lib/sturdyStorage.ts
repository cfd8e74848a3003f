/**
 * A storage that may be full or forbidden: what it does not take lives as long as the page. What stood there before goes,
 * because an older value would come back as if it were the latest.
 */
function sturdyStorage(storage: () => Storage) {
  const unkept = new Map<string, string>()

  const removeItem = (key: string) => {
    unkept.delete(key)
    try {
      storage().removeItem(key)
    } catch {
      // Forbidden: nothing stands there.
    }
  }
  return {
    getItem(key: string): string | null {
      try {
        return unkept.get(key) ?? storage().getItem(key)
      } catch {
        return null
      }
    },
    setItem(key: string, value: string) {
      try {
        storage().setItem(key, value)
        unkept.delete(key)
      } catch {
        removeItem(key)
        unkept.set(key, value)
      }
    },
    removeItem,
  }
}

export const localStore = sturdyStorage(() => window.localStorage)
export const sessionStore = sturdyStorage(() => window.sessionStorage)

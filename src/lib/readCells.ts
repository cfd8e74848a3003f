/** One of the databases that are one bank, with the address of its web app. */
export type Cell = { name: string; url: string }

/** 'North=https://north.example.com,South=https://south.example.com' as a list. Empty for a bank that is one database. */
export function readCells(text: string): Cell[] {
  return text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [name = '', url = ''] = entry.split('=')
      return { name: name.trim(), url: url.trim().replace(/\/$/, '') }
    })
}

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The Deno executable from the npm package of this platform. It needs no install script. */
export function denoBinary(): string {
  const { platform, arch } = process
  const executable = platform === 'win32' ? 'deno.exe' : 'deno'
  const denoPackage = createRequire(import.meta.url).resolve('deno/package.json')
  const platformPackage = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`
  const candidates = [join(dirname(denoPackage), executable)]
  try {
    candidates.unshift(join(dirname(createRequire(denoPackage).resolve(`${platformPackage}/package.json`)), executable))
  } catch {
    // npm omits the package on an unsupported platform. The check below reports that.
  }
  const found = candidates.find((candidate) => existsSync(candidate))
  if (!found) throw new Error(`The npm package "deno" has no binary for ${platform}-${arch}.`)
  return found
}

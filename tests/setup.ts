import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => cleanup())

// A screen's code is loaded when it is first rendered, which is slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectSignOut, leaveForLogin, stopExpectingSignOut } from './leave.ts'

const assign = vi.fn()

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/dashboard', search: '', assign })
  vi.stubGlobal('sessionStorage', { setItem() {} })
})
afterEach(() => {
  stopExpectingSignOut()
  vi.unstubAllGlobals()
  assign.mockReset()
})

test('a session that ends by itself leads to the login page, and back', () => {
  leaveForLogin()
  expect(assign).toHaveBeenCalledWith('/login?next=%2Fdashboard')
})

test('while the user ends the session, refused calls lead nowhere', () => {
  expectSignOut()
  leaveForLogin()
  expect(assign).not.toHaveBeenCalled()
})

test('if the call that should end the session fails, the page stays unless the session has ended', () => {
  expectSignOut()
  stopExpectingSignOut()
  expect(assign).not.toHaveBeenCalled()

  expectSignOut()
  leaveForLogin()
  stopExpectingSignOut()
  expect(assign).toHaveBeenCalledTimes(1)
})

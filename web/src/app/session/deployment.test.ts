import { describe, expect, it } from 'vitest'
import { roleCall, roleMode } from './deployment.ts'

const roles = '/api/shcwms/user/getUserAppRoleAuth'

describe('roles are asked', () => {
  it('of the application, or of the user centre by the mode in the window’s storage', () => {
    const flags = (entries: Record<string, string>) => (name: string) => entries[name] ?? null
    expect(roleMode(flags({}))).toBeNull()
    expect(roleMode(flags({ TENANTONLY: 'true', USERONLY: '1' }))).toBe('TENANTONLY')
    expect(roleMode(flags({ APPONLY: 'false', USERONLY: '1' }))).toBe('USERONLY')
    expect(roleCall(false, 'APPONLY', '4517')).toEqual({ path: roles, body: { appId: '4517' } })
    expect(roleCall(true, null, null)).toEqual({
      path: '/api/user/uouser/getUserRoleAuthByUserCenter',
      body: {},
    })
    expect(roleCall(true, 'APPONLY', '4517')).toEqual({
      path: '/api/user/uouser/getUserRoleByUserCenterApp',
      body: { appId: '4517', mode: 'APPONLY' },
    })
    expect(roleCall(true, 'USERONLY', null)).toEqual({
      path: '/api/user/uouser/getUserRoleAuthByUserCenter',
      body: { mode: 'USERONLY' },
    })
  })
})

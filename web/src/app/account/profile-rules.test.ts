import { expect, it } from 'vitest'
import { isPictureName, profileProblems } from './profile-rules.ts'

const right = {
  userName: '保管员',
  email: 'keeper@example.com',
  mobile: '13800138000',
  address: '一号库',
  telephone: '0580-1234567',
  idCard: '',
  photo: '/api/file/photo/x.png',
}

it('finds nothing where everything is right', () => {
  expect(profileProblems(right)).toEqual({})
})

it('requires name, email, mobile, address and picture', () => {
  const blank = { ...right, userName: ' ', email: '', mobile: '', address: '', photo: '' }
  expect(Object.keys(profileProblems(blank))).toEqual([
    'userName',
    'email',
    'mobile',
    'address',
    'photo',
  ])
  expect(profileProblems(blank).photo?.zh).toBe('头像不能为空')
})

it('says what is not well formed', () => {
  const problems = profileProblems({
    ...right,
    email: 'keeper@',
    mobile: '12800138000',
    telephone: '123',
    idCard: '123',
  })
  expect(problems.email?.en).toBe('please fill in a correct email address')
  expect(Object.keys(problems)).toEqual(['email', 'mobile', 'telephone', 'idCard'])
})

it('takes png, gif, jpg and jpeg as pictures only', () => {
  const names = ['a.png', 'b.GIF', 'c.jpg', 'd.jpeg', 'e.svg', 'f.png.exe', 'png']
  expect(names.filter(isPictureName)).toEqual(['a.png', 'b.GIF', 'c.jpg', 'd.jpeg'])
})

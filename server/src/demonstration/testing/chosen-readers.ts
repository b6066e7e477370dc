import { demonstrationAccounts } from '../accounts.ts'

interface AccountRoles {
  account: string
  roles: readonly string[]
}

/**
 * One account for each combination of amounts and data scope, the one with the most roles: the others may read less of the
 * same. `amounts` are the roles that open amounts. `npm run attack` reads as every account (bench/attack/oracle).
 */
export function chosenReaders(
  amounts: readonly string[],
  readers: readonly AccountRoles[],
): AccountRoles[] {
  const classes = Map.groupBy(readers, ({ account, roles }) => {
    const { plants, storageLocations, materialGroups, pickingUnits, supplierNo } =
      demonstrationAccounts.find((one) => one.account === account)!
    const scope = [plants, storageLocations, materialGroups, pickingUnits, supplierNo]
    const isAdmin = roles.includes('admin')
    return JSON.stringify([isAdmin, amounts.filter((role) => roles.includes(role)), scope])
  })
  return [...classes.values()].map(
    (own) => own.toSorted((one, other) => other.roles.length - one.roles.length)[0]!,
  )
}

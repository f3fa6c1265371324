/** A name of a program's as people would write it: "targetCurrency" and "target_currency" as "target Currency" and "target currency". */
export function inWords(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_.-]+/g, " ");
}

let s = ''
process.stdin.on('data', c => s += c)
process.stdin.on('end', () => {
  s = s.trim()
  const r = [...s].reduceRight((acc, c) => acc + c, '')
  console.log([...s].reduce((a, c) => a + +c, 0))
  console.log(r.replace(/^0*(\d)/, '$1'))
  console.log(['no', 'yes'][+(r === s)])
})

import { describe, expect, test } from 'vitest'
import { parseFile } from '@/features/money/external-accounts/parseFile'

const parse = (text: string) => parseFile(new TextEncoder().encode(text))

const ofx1 = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>Smile<FID>1</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>GBP
<BANKTRANLIST><DTSTART>20261001<DTEND>20261031
<STMTTRN>
<TRNTYPE>POS
<DTPOSTED>20261005120000[0:GMT]
<TRNAMT>-12.50
<FITID>A1
<NAME>MARKS &amp; SPENCER
<MEMO>LONDON
</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261003<TRNAMT>2340.05<FITID>A2<NAME>ACME LTD</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>2327.55<DTASOF>20261031</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const ofx2 = `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE"?>
<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>Smile</ORG></FI></SONRS></SIGNONMSGSRSV1>
<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>GBP</CURDEF><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20261005</DTPOSTED><TRNAMT>-12.50</TRNAMT><FITID>A1</FITID><NAME>MARKS &#38; SPENCER</NAME><MEMO>LONDON</MEMO></STMTTRN>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261003</DTPOSTED><TRNAMT>+2340.05</TRNAMT><FITID>A2</FITID><NAME>ACME LTD</NAME></STMTTRN>
</BANKTRANLIST><BANKTRANLISTP><STMTTRNP><DTTRAN>20261006</DTTRAN><TRNAMT>-1.00</TRNAMT></STMTTRNP></BANKTRANLISTP>
<LEDGERBAL><BALAMT>2327.55</BALAMT><DTASOF>20261031</DTASOF></LEDGERBAL><AVAILBAL><BALAMT>1.00</BALAMT><DTASOF>20261031</DTASOF></AVAILBAL></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`

describe('an OFX file', () => {
  test.each([
    ['1 (SGML)', ofx1, 0],
    ['2 (XML)', ofx2, 1],
  ])('an OFX file of version %s is read', (_version, text, pending) => {
    expect(parse(text)).toEqual({
      bank: 'Smile',
      rows: [
        { id: 'A1', day: '2026-10-05', amount: -1250, description: 'MARKS & SPENCER LONDON' },
        { id: 'A2', day: '2026-10-03', amount: 234_005, description: 'ACME LTD' },
      ],
      problems: [],
      leftOut: { pending, zero: 0, opening: 0 },
      questions: [],
      balance: { day: '2026-10-31', pence: 232_755 },
    })
  })

  test('names the line and the reason of each transaction that is broken', () => {
    const file = parse(ofx1.replace('-12.50', 'twelve').replace('20261003', '20261303'))
    expect(file.rows).toEqual([])
    expect(file.problems).toEqual([
      { place: 'Line 10', reason: "'twelve' isn't an amount." },
      { place: 'Line 18', reason: "'20261303' isn't a date." },
    ])
  })

  test('an OFX file in another currency is refused', () => {
    expect(() => parse(ofx1.replace('GBP', 'EUR'))).toThrow('This statement is in EUR.')
  })
})

const entry = (inner: string, amount = '12.50', currency = 'GBP') =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt>${inner}</Ntry>`
const balance = (type: string, amount: string, sign: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
const camt = (entries: string, version = '02') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>
<Acct><Svcr><FinInstnId><Nm>Example Bank plc</Nm></FinInstnId></Svcr></Acct>
${balance('OPBD', '5.00', 'CRDT', '2026-10-01')}${balance('CLBD', '19.50', 'DBIT', '2026-10-05')}
${entries}
</Stmt></BkToCstmrStmt></Document>`
const debit =
  '<CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-10-05</Dt></BookgDt><AcctSvcrRef>R1</AcctSvcrRef>' +
  '<NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Mill Lane &amp; Co</Nm></Cdtr></RltdPties><RmtInf><Ustrd>RENT</Ustrd></RmtInf></TxDtls></NtryDtls>'
const credit =
  '<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-10-03T09:05:00Z</DtTm></BookgDt>' +
  '<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>ACME LTD</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls>'
const pending = '<CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-10-06</Dt></BookgDt>'

describe('a CAMT.053 file', () => {
  test.each(['02', '08'])('a CAMT.053 file of version %s is read, without entries that are not final', (version) => {
    const text = camt(entry(debit) + entry(credit, '2340.05') + entry(pending, '1.00'), version)
    expect(parse(text)).toEqual({
      bank: 'Example Bank plc',
      rows: [
        { id: 'R1', day: '2026-10-05', amount: -1250, description: 'Mill Lane & Co RENT' },
        { day: '2026-10-03', amount: 234_005, description: 'ACME LTD' },
      ],
      problems: [],
      leftOut: { pending: 1, zero: 0, opening: 0 },
      questions: [],
      balance: { day: '2026-10-05', pence: -1950 },
    })
  })

  test('a CAMT.053 file is read with a prefix of its namespace', () => {
    const text = camt(entry(debit))
      .replaceAll(/<(\/?)([A-Z])/g, '<$1ns:$2')
      .replace('xmlns=', 'xmlns:ns=')
    expect(parse(text).rows).toHaveLength(1)
  })

  test('names the entry and the reason of each that is broken', () => {
    const file = parse(
      camt(entry(debit, '1', 'EUR') + entry(debit, 'one') + entry(debit.replace('2026-10-05', 'soon'))),
    )
    expect(file.rows).toEqual([])
    expect(file.problems).toEqual([
      { place: 'Entry 1', reason: 'The amount is in EUR, not in pounds.' },
      { place: 'Entry 2', reason: "'one' isn't an amount." },
      { place: 'Entry 3', reason: "'soon' isn't a date." },
    ])
  })

  test('a CAMT.053 file that ends too early is refused with the line', () => {
    expect(() => parse(camt(entry(debit)).slice(0, -30))).toThrow(/^Line \d+: this is not a complete XML file\.$/)
  })
})

/** Money, banks, markets, accounting, taxes and insurance. */
export const MONEY = `
# money
money fund
finance financial
finance money
currency exchange
currency forex fx
dollar euro yen pound peso rupee yuan > currency
usd eur gbp jpy inr cny chf aud cad > currency exchange
exchange conversion
cost expense
expense spending
spent > expense
fee charge
cheap affordable
cheap inexpensive
expensive costly > price
worth value
budget > spending
broke afford > budget
amount sum
amount quantity
gratuity > tip
split > bill
profit gain
profit loss
income earnings
revenue sales
wealth rich
wealth > finance
percentage percent
apr > interest rate
inflation cpi
inflation gdp unemployment > economy economic
economy economic
price cost fee
profit income revenue
money currency cash
convert > currency unit
dollar euro > exchange
bucks quid cents > money currency
krona rupiah ringgit baht > currency
cheap cheapest affordable > price

# banks and cards
bank > account
balance > account
balance funds
atm cash
withdraw > cash
transfer wire
transfer remittance
venmo paypal zelle revolut > payment transfer money
stripe > payment
payment transaction
purchase > transaction
transaction transfer
checkout > payment
bill > pay
iban > bank account
card creditcard
debit credit > card
mastercard amex > card
pin passcode
stolen lost missing
contactless > card payment
fico > credit score
mortgage refinance
debt owe
debt > loan
repayment installment amortization
overdraft > account
statement > transaction
refund reimbursement
refund chargeback
refund moneyback
dispute chargeback
fraud suspicious
kyc identity
loan mortgage
credit > loan
interest repayment > loan mortgage
mortgage loan > calculator finance
w2 1099 > tax
ach sepa > transfer
cheque check > bank

# markets
stock > share equity
equity > stock
ticker symbol
nasdaq nyse dow ftse sp500 > stock
aapl tsla msft googl amzn nvda > stock ticker
dividend yield
dividend earnings ipo > stock
earnings financials
portfolio investment
invest investor
invest > stock
bond treasury
broker brokerage
broker > trade
trade trader
robinhood etrade alpaca > stock trading
gold silver oil platinum > commodity price
candlestick ohlc
rsi macd bollinger > technical indicator
hedge > risk
bullish bearish > stock
wallstreet > stock
sec edgar > filing company
crypto cryptocurrency
crypto coin
bitcoin btc
ethereum eth
bitcoin ethereum litecoin dogecoin solana altcoin > cryptocurrency crypto
btc eth > cryptocurrency price
blockchain onchain
blockchain web3
opensea > nft
nft > token
wallet > address
defi staking > crypto
binance coinbase kraken > crypto exchange
gwei > ethereum
solidity > contract
retirement pension
401k ira > retirement
acquisition merger
stock > finance financial
share stock
shiba ripple xrp cardano polkadot > cryptocurrency
etf > stock fund
uniswap aave > defi
nikkei dax sensex hangseng > stock
marketcap > company

# accounting and taxes
bookkeeping > accounting
quickbooks xero freshbooks > accounting invoice
invoice bill
invoice receipt
bill payment
receipt expense
reimbursement > expense
tax taxation
tax vat
vat gst
irs > tax
payslip paystub
payslip > salary
depreciation > asset
cashflow > finance
fiscal financial
audit > accounting
gst > tax
ledger > transaction account

# insurance
insurance > coverage
insurance > policy
deductible > insurance
`

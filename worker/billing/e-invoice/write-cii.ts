import { toDecimal } from "../../shared/money.ts";
import type { DocumentLine, DocumentVat, EInvoiceDocument } from "./to-document.ts";

/** The rules that the file follows: those of EN 16931, as in Factur-X and ZUGFeRD, or the German ones on top. */
const guidelines = {
  en16931: "urn:cen.eu:en16931:2017",
  xrechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
};

type Xml = string | number | null | Xml[] | { tag: string; attributes?: string; children: Xml };

const el = (tag: string, children: Xml, attributes = ""): Xml =>
  children === null ? null : { tag, attributes, children };

/**
 * Writes a document as Cross Industry Invoice (UN/CEFACT D16B), the XML inside of Factur-X and ZUGFeRD. From a German
 * seller it is an XRechnung, which is an ordinary e-invoice with more rules.
 */
export function writeCii(document: EInvoiceDocument): string {
  const { seller, buyer } = document;
  const guideline = seller.country === "DE" ? guidelines.xrechnung : guidelines.en16931;
  const root: Xml = el(
    "rsm:CrossIndustryInvoice",
    [
      el("rsm:ExchangedDocumentContext", [
        el(
          "ram:BusinessProcessSpecifiedDocumentContextParameter",
          el("ram:ID", "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"),
        ),
        el("ram:GuidelineSpecifiedDocumentContextParameter", el("ram:ID", guideline)),
      ]),
      el("rsm:ExchangedDocument", [
        el("ram:ID", document.number),
        el("ram:TypeCode", document.credits === null ? 380 : 381),
        el("ram:IssueDateTime", date(document.issuedAt)),
      ]),
      el("rsm:SupplyChainTradeTransaction", [
        document.lines.map((line, index) => writeLine(document, line, index + 1)),
        el("ram:ApplicableHeaderTradeAgreement", [
          // Sellers and buyers of a shop agree on no reference, which German authorities ask for.
          el("ram:BuyerReference", document.number),
          el("ram:SellerTradeParty", [
            isVatId(seller.vatId) ? null : el("ram:ID", seller.vatId),
            el("ram:Name", seller.name),
            el("ram:DefinedTradeContact", [
              el("ram:PersonName", seller.name),
              el("ram:TelephoneUniversalCommunication", el("ram:CompleteNumber", seller.phone)),
              el("ram:EmailURIUniversalCommunication", el("ram:URIID", seller.email)),
            ]),
            writeAddress({
              line1: seller.street,
              postal_code: seller.postalCode,
              city: seller.city,
              country: seller.country,
            }),
            writeEmail(seller.email),
            writeTaxId(seller.vatId),
          ]),
          el("ram:BuyerTradeParty", [
            el("ram:Name", buyer.name),
            writeAddress(buyer.address),
            buyer.email === null ? null : writeEmail(buyer.email),
            buyer.vatId === null ? null : writeTaxId(buyer.vatId),
          ]),
        ]),
        el(
          "ram:ApplicableHeaderTradeDelivery",
          el(
            "ram:ActualDeliverySupplyChainEvent",
            el("ram:OccurrenceDateTime", date(document.issuedAt)),
          ),
        ),
        writeSettlement(document),
      ]),
    ],
    ` xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root)}\n`;
}

function writeLine(document: EInvoiceDocument, line: DocumentLine, number: number): Xml {
  const { netMinor, quantity, period } = line;
  const money = amount(document);
  return el("ram:IncludedSupplyChainTradeLineItem", [
    el("ram:AssociatedDocumentLineDocument", el("ram:LineID", number)),
    el("ram:SpecifiedTradeProduct", el("ram:Name", line.name)),
    el(
      "ram:SpecifiedLineTradeAgreement",
      // The price of the whole quantity, so that no price of one is rounded.
      el("ram:NetPriceProductTradePrice", [
        el("ram:ChargeAmount", money(Math.abs(netMinor))),
        el("ram:BasisQuantity", Math.abs(quantity), ` unitCode="C62"`),
      ]),
    ),
    el("ram:SpecifiedLineTradeDelivery", el("ram:BilledQuantity", quantity, ` unitCode="C62"`)),
    el("ram:SpecifiedLineTradeSettlement", [
      el("ram:ApplicableTradeTax", [
        el("ram:TypeCode", "VAT"),
        el("ram:CategoryCode", line.vat.category),
        el("ram:RateApplicablePercent", line.vat.percent),
      ]),
      period &&
        el("ram:BillingSpecifiedPeriod", [
          el("ram:StartDateTime", date(period.start)),
          el("ram:EndDateTime", date(period.end)),
        ]),
      el(
        "ram:SpecifiedTradeSettlementLineMonetarySummation",
        el("ram:LineTotalAmount", money(netMinor)),
      ),
    ]),
  ]);
}

function writeSettlement(document: EInvoiceDocument): Xml {
  const { currency, totalMinor, paidMinor, netMinor, taxMinor } = document;
  const money = amount(document);
  return el("ram:ApplicableHeaderTradeSettlement", [
    el("ram:InvoiceCurrencyCode", currency),
    // 68: an online payment service.
    el("ram:SpecifiedTradeSettlementPaymentMeans", el("ram:TypeCode", 68)),
    document.vats.map((vat) => writeVat(vat, money)),
    el("ram:SpecifiedTradePaymentTerms", el("ram:DueDateDateTime", date(document.dueAt))),
    el("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      el("ram:LineTotalAmount", money(netMinor)),
      el("ram:TaxBasisTotalAmount", money(netMinor)),
      el("ram:TaxTotalAmount", money(taxMinor), ` currencyID="${currency}"`),
      el("ram:GrandTotalAmount", money(totalMinor)),
      el("ram:TotalPrepaidAmount", money(paidMinor)),
      el("ram:DuePayableAmount", money(totalMinor - paidMinor)),
    ]),
    document.credits === null
      ? null
      : el("ram:InvoiceReferencedDocument", el("ram:IssuerAssignedID", document.credits)),
  ]);
}

function writeVat(vat: DocumentVat, money: (minor: number) => string): Xml {
  return el("ram:ApplicableTradeTax", [
    el("ram:CalculatedAmount", money(vat.taxMinor)),
    el("ram:TypeCode", "VAT"),
    el("ram:ExemptionReason", vat.reason),
    el("ram:BasisAmount", money(vat.basisMinor)),
    el("ram:CategoryCode", vat.category),
    el("ram:RateApplicablePercent", vat.percent),
  ]);
}

type Address = {
  line1?: string | null;
  line2?: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
};

function writeAddress({ line1, line2, postal_code: postcode, city, country }: Address): Xml {
  return el("ram:PostalTradeAddress", [
    el("ram:PostcodeCode", postcode),
    el("ram:LineOne", line1 || null),
    el("ram:LineTwo", line2 || null),
    el("ram:CityName", city),
    el("ram:CountryID", country),
  ]);
}

const writeEmail = (email: string): Xml =>
  el("ram:URIUniversalCommunication", el("ram:URIID", email, ` schemeID="EM"`));

/** A VAT id begins with its country; a tax number does not. */
const isVatId = (id: string) => /^[A-Z]{2}/.test(id);

const writeTaxId = (id: string): Xml =>
  el("ram:SpecifiedTaxRegistration", el("ram:ID", id, ` schemeID="${isVatId(id) ? "VA" : "FC"}"`));

/** Returns a function that writes minor units: "12.00", "1200" for yen. */
function amount({ currency }: EInvoiceDocument): (minor: number) => string {
  return (minor) => toDecimal(minor, currency.toLowerCase());
}

/** @param at Unix seconds */
const date = (at: number): Xml =>
  el(
    "udt:DateTimeString",
    new Date(at * 1000).toISOString().slice(0, 10).replaceAll("-", ""),
    ` format="102"`,
  );

function render(xml: Xml): string {
  if (xml === null) return "";
  if (Array.isArray(xml)) return xml.map(render).join("");
  if (typeof xml !== "object") return escape(String(xml));
  return `<${xml.tag}${xml.attributes ?? ""}>${render(xml.children)}</${xml.tag}>`;
}

/** What XML doesn't allow at all, such as control characters, is left out. */
function escape(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

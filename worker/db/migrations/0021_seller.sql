CREATE TABLE `customer_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`author_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customer_notes_user` ON `customer_notes` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notification_cursors` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`sequence` integer NOT NULL,
	`mailed_at` integer,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`deliveries` text NOT NULL,
	`time_zone` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mode` text NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`source_type` text NOT NULL,
	`source_id` text NOT NULL,
	`facts` text NOT NULL,
	`amount_minor` integer,
	`currency` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe` ON `notifications` (`mode`,`kind`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_kind` ON `notifications` (`mode`,`kind`,`sequence`);--> statement-breakpoint
CREATE INDEX `notifications_time` ON `notifications` (`created_at`);--> statement-breakpoint
CREATE TABLE `saved_filters` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_filters_member` ON `saved_filters` (`user_id`,`list`,`name`);--> statement-breakpoint
CREATE TABLE `daily_activity` (
	`mode` text NOT NULL,
	`day` text NOT NULL,
	`started_count` integer NOT NULL,
	`ended_count` integer NOT NULL,
	`trial_count` integer NOT NULL,
	`converted_count` integer NOT NULL,
	`lost_trial_count` integer NOT NULL,
	`checkout_count` integer NOT NULL,
	`completed_count` integer NOT NULL,
	PRIMARY KEY(`mode`, `day`)
);
--> statement-breakpoint
CREATE TABLE `daily_cohorts` (
	`mode` text NOT NULL,
	`day` text NOT NULL,
	`cohort` text NOT NULL,
	`started_count` integer NOT NULL,
	`change` integer NOT NULL,
	PRIMARY KEY(`mode`, `day`, `cohort`)
);
--> statement-breakpoint
CREATE INDEX `daily_cohorts_cohort` ON `daily_cohorts` (`mode`,`cohort`,`day`);--> statement-breakpoint
CREATE TABLE `mrr_movements` (
	`mode` text NOT NULL,
	`day` text NOT NULL,
	`customer_id` text NOT NULL,
	`currency` text NOT NULL,
	`kind` text NOT NULL,
	`yearly_milli` integer NOT NULL,
	`cohort` text NOT NULL,
	`subscriber_change` integer NOT NULL,
	PRIMARY KEY(`mode`, `day`, `customer_id`, `currency`)
);
--> statement-breakpoint
CREATE INDEX `mrr_movements_customer` ON `mrr_movements` (`customer_id`);--> statement-breakpoint
CREATE INDEX `mrr_movements_kind` ON `mrr_movements` (`mode`,`kind`,`currency`,`day`,`customer_id`);--> statement-breakpoint
CREATE TABLE `mrr_steps` (
	`subscription_id` text NOT NULL,
	`at` integer NOT NULL,
	`customer_id` text NOT NULL,
	`currency` text NOT NULL,
	`yearly_milli` integer NOT NULL,
	PRIMARY KEY(`subscription_id`, `at`)
);
--> statement-breakpoint
CREATE INDEX `mrr_steps_customer` ON `mrr_steps` (`customer_id`);--> statement-breakpoint
CREATE TABLE `mrr_totals` (
	`mode` text NOT NULL,
	`unit` text NOT NULL,
	`period` text NOT NULL,
	`currency` text NOT NULL,
	`kind` text NOT NULL,
	`yearly_milli` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`mode`, `unit`, `period`, `currency`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `sales_totals` (
	`mode` text NOT NULL,
	`unit` text NOT NULL,
	`period` text NOT NULL,
	`dimension` text NOT NULL,
	`key` text NOT NULL,
	`currency` text NOT NULL,
	`gross_minor` integer NOT NULL,
	`refunded_minor` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`mode`, `unit`, `dimension`, `period`, `key`, `currency`)
);
--> statement-breakpoint
CREATE TABLE `upcoming_renewals` (
	`mode` text NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`mode`, `day`, `currency`)
);
--> statement-breakpoint
DROP TABLE `starts_and_ends_cache`;--> statement-breakpoint
DROP INDEX `users_name`;--> statement-breakpoint
DROP INDEX `payments_failed`;--> statement-breakpoint
ALTER TABLE `payments` ADD `stripe_invoice_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `invoice_number` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `stripe_subscription_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `country` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `source_type` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `source_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `product_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `is_first` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_currency` ON `payments` (`mode`,`currency`,`created_at`,`stripe_charge_id`);--> statement-breakpoint
CREATE INDEX `payments_product` ON `payments` (`mode`,`product_id`,`created_at`,`stripe_charge_id`);--> statement-breakpoint
CREATE INDEX `payments_country` ON `payments` (`mode`,`country`,`created_at`,`stripe_charge_id`);--> statement-breakpoint
CREATE INDEX `payments_refunded` ON `payments` (`mode`,`created_at`,`stripe_charge_id`) WHERE refunded_minor > 0;--> statement-breakpoint
CREATE INDEX `payments_disputed` ON `payments` (`mode`,`created_at`,`stripe_charge_id`) WHERE disputed_minor > 0;--> statement-breakpoint
CREATE INDEX `payments_first` ON `payments` (`mode`,`created_at`,`stripe_charge_id`) WHERE is_first = 1;--> statement-breakpoint
CREATE INDEX `payments_invoice` ON `payments` (`mode`,`stripe_invoice_id`) WHERE stripe_invoice_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_invoice_number` ON `payments` (`mode`,`invoice_number`) WHERE invoice_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_failed` ON `payments` (`mode`,`created_at`,`stripe_charge_id`) WHERE status = 'failed';--> statement-breakpoint
DROP INDEX `payouts_time`;--> statement-breakpoint
ALTER TABLE `payouts` ADD `arrives_at` integer;--> statement-breakpoint
CREATE INDEX `payouts_time` ON `payouts` (`mode`,`created_at`,`stripe_payout_id`);--> statement-breakpoint
DROP INDEX `subscriptions_ended`;--> statement-breakpoint
DROP INDEX `subscriptions_period`;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cancellation_feedback` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cancellation_comment` text;--> statement-breakpoint
CREATE INDEX `subscriptions_trial_start` ON `subscriptions` (`mode`,`created_at`,`id`) WHERE trial_start IS NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_trial_ended` ON `subscriptions` (`mode`,`ended_at`,`id`) WHERE trial_start IS NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_trial_end` ON `subscriptions` (`mode`,`trial_end`,`id`) WHERE trial_end IS NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_ended` ON `subscriptions` (`mode`,`ended_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_period` ON `subscriptions` (`current_period_end`,`id`) WHERE ended_at IS NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `covers` text;--> statement-breakpoint
ALTER TABLE `daily_payments` ADD `first_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `checkouts_time` ON `checkouts` (`mode`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `checkouts_open_time` ON `checkouts` (`mode`,`created_at`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `license_keys_key` ON `license_keys` (key COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `benefit_pages_order` ON `benefit_pages` (`benefit_id`,`position`,`page_id`);--> statement-breakpoint
ALTER TABLE `daily_subscriptions` DROP COLUMN `monthly_minor`;--> statement-breakpoint
-- The index of the console's search. Drizzle knows no tables WITHOUT ROWID and no triggers; see schema/search.ts.
CREATE TABLE search_positions (n INTEGER PRIMARY KEY NOT NULL);
--> statement-breakpoint
INSERT INTO search_positions (n) WITH RECURSIVE positions(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM positions
  WHERE n < 240) SELECT n FROM positions;
--> statement-breakpoint
CREATE TABLE letter_folds (letter TEXT PRIMARY KEY NOT NULL, plain TEXT NOT NULL) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO letter_folds (letter, plain) SELECT key, value FROM json_each('{"À":"a","Á":"a","Â":"a","Ã":"a","Ä":"a","Å":"a","Æ":"ae","Ç":"c","È":"e","É":"e","Ê":"e","Ë":"e","Ì":"i","Í":"i","Î":"i","Ï":"i","Ð":"d","Ñ":"n","Ò":"o","Ó":"o","Ô":"o","Õ":"o","Ö":"o","Ø":"o","Ù":"u","Ú":"u","Û":"u","Ü":"u","Ý":"y","Þ":"th","ß":"ss","à":"a","á":"a","â":"a","ã":"a","ä":"a","å":"a","æ":"ae","ç":"c","è":"e","é":"e","ê":"e","ë":"e","ì":"i","í":"i","î":"i","ï":"i","ð":"d","ñ":"n","ò":"o","ó":"o","ô":"o","õ":"o","ö":"o","ø":"o","ù":"u","ú":"u","û":"u","ü":"u","ý":"y","þ":"th","ÿ":"y","Ā":"a","ā":"a","Ă":"a","ă":"a","Ą":"a","ą":"a","Ć":"c","ć":"c","Ĉ":"c","ĉ":"c","Ċ":"c","ċ":"c","Č":"c","č":"c","Ď":"d","ď":"d","Đ":"d","đ":"d","Ē":"e","ē":"e","Ĕ":"e","ĕ":"e","Ė":"e","ė":"e","Ę":"e","ę":"e","Ě":"e","ě":"e","Ĝ":"g","ĝ":"g","Ğ":"g","ğ":"g","Ġ":"g","ġ":"g","Ģ":"g","ģ":"g","Ĥ":"h","ĥ":"h","Ħ":"h","ħ":"h","Ĩ":"i","ĩ":"i","Ī":"i","ī":"i","Ĭ":"i","ĭ":"i","Į":"i","į":"i","İ":"i","ı":"i","Ĳ":"ij","ĳ":"ij","Ĵ":"j","ĵ":"j","Ķ":"k","ķ":"k","Ĺ":"l","ĺ":"l","Ļ":"l","ļ":"l","Ľ":"l","ľ":"l","Ŀ":"l·","ŀ":"l·","Ł":"l","ł":"l","Ń":"n","ń":"n","Ņ":"n","ņ":"n","Ň":"n","ň":"n","ŉ":"ʼn","Ŋ":"ŋ","Ō":"o","ō":"o","Ŏ":"o","ŏ":"o","Ő":"o","ő":"o","Œ":"oe","œ":"oe","Ŕ":"r","ŕ":"r","Ŗ":"r","ŗ":"r","Ř":"r","ř":"r","Ś":"s","ś":"s","Ŝ":"s","ŝ":"s","Ş":"s","ş":"s","Š":"s","š":"s","Ţ":"t","ţ":"t","Ť":"t","ť":"t","Ŧ":"ŧ","Ũ":"u","ũ":"u","Ū":"u","ū":"u","Ŭ":"u","ŭ":"u","Ů":"u","ů":"u","Ű":"u","ű":"u","Ų":"u","ų":"u","Ŵ":"w","ŵ":"w","Ŷ":"y","ŷ":"y","Ÿ":"y","Ź":"z","ź":"z","Ż":"z","ż":"z","Ž":"z","ž":"z","ſ":"s","Ɓ":"ɓ","Ƃ":"ƃ","Ƅ":"ƅ","Ɔ":"ɔ","Ƈ":"ƈ","Ɖ":"ɖ","Ɗ":"ɗ","Ƌ":"ƌ","Ǝ":"ǝ","Ə":"ə","Ɛ":"ɛ","Ƒ":"ƒ","Ɠ":"ɠ","Ɣ":"ɣ","Ɩ":"ɩ","Ɨ":"ɨ","Ƙ":"ƙ","Ɯ":"ɯ","Ɲ":"ɲ","Ɵ":"ɵ","Ơ":"o","ơ":"o","Ƣ":"ƣ","Ƥ":"ƥ","Ʀ":"ʀ","Ƨ":"ƨ","Ʃ":"ʃ","Ƭ":"ƭ","Ʈ":"ʈ","Ư":"u","ư":"u","Ʊ":"ʊ","Ʋ":"ʋ","Ƴ":"ƴ","Ƶ":"ƶ","Ʒ":"ʒ","Ƹ":"ƹ","Ƽ":"ƽ","Ǆ":"dz","ǅ":"dz","ǆ":"dz","Ǉ":"lj","ǈ":"lj","ǉ":"lj","Ǌ":"nj","ǋ":"nj","ǌ":"nj","Ǎ":"a","ǎ":"a","Ǐ":"i","ǐ":"i","Ǒ":"o","ǒ":"o","Ǔ":"u","ǔ":"u","Ǖ":"u","ǖ":"u","Ǘ":"u","ǘ":"u","Ǚ":"u","ǚ":"u","Ǜ":"u","ǜ":"u","Ǟ":"a","ǟ":"a","Ǡ":"a","ǡ":"a","Ǣ":"ae","ǣ":"ae","Ǥ":"ǥ","Ǧ":"g","ǧ":"g","Ǩ":"k","ǩ":"k","Ǫ":"o","ǫ":"o","Ǭ":"o","ǭ":"o","Ǯ":"ʒ","ǯ":"ʒ","ǰ":"j","Ǳ":"dz","ǲ":"dz","ǳ":"dz","Ǵ":"g","ǵ":"g","Ƕ":"ƕ","Ƿ":"ƿ","Ǹ":"n","ǹ":"n","Ǻ":"a","ǻ":"a","Ǽ":"ae","ǽ":"ae","Ǿ":"o","ǿ":"o","Ȁ":"a","ȁ":"a","Ȃ":"a","ȃ":"a","Ȅ":"e","ȅ":"e","Ȇ":"e","ȇ":"e","Ȉ":"i","ȉ":"i","Ȋ":"i","ȋ":"i","Ȍ":"o","ȍ":"o","Ȏ":"o","ȏ":"o","Ȑ":"r","ȑ":"r","Ȓ":"r","ȓ":"r","Ȕ":"u","ȕ":"u","Ȗ":"u","ȗ":"u","Ș":"s","ș":"s","Ț":"t","ț":"t","Ȝ":"ȝ","Ȟ":"h","ȟ":"h","Ƞ":"ƞ","Ȣ":"ȣ","Ȥ":"ȥ","Ȧ":"a","ȧ":"a","Ȩ":"e","ȩ":"e","Ȫ":"o","ȫ":"o","Ȭ":"o","ȭ":"o","Ȯ":"o","ȯ":"o","Ȱ":"o","ȱ":"o","Ȳ":"y","ȳ":"y","Ⱥ":"ⱥ","Ȼ":"ȼ","Ƚ":"ƚ","Ⱦ":"ⱦ","Ɂ":"ɂ","Ƀ":"ƀ","Ʉ":"ʉ","Ʌ":"ʌ","Ɇ":"ɇ","Ɉ":"ɉ","Ɋ":"ɋ","Ɍ":"ɍ","Ɏ":"ɏ","̀":"","́":"","̂":"","̃":"","̄":"","̅":"","̆":"","̇":"","̈":"","̉":"","̊":"","̋":"","̌":"","̍":"","̎":"","̏":"","̐":"","̑":"","̒":"","̓":"","̔":"","̕":"","̖":"","̗":"","̘":"","̙":"","̚":"","̛":"","̜":"","̝":"","̞":"","̟":"","̠":"","̡":"","̢":"","̣":"","̤":"","̥":"","̦":"","̧":"","̨":"","̩":"","̪":"","̫":"","̬":"","̭":"","̮":"","̯":"","̰":"","̱":"","̲":"","̳":"","̴":"","̵":"","̶":"","̷":"","̸":"","̹":"","̺":"","̻":"","̼":"","̽":"","̾":"","̿":"","̀":"","́":"","͂":"","̓":"","̈́":"","ͅ":"","͆":"","͇":"","͈":"","͉":"","͊":"","͋":"","͌":"","͍":"","͎":"","͏":"","͐":"","͑":"","͒":"","͓":"","͔":"","͕":"","͖":"","͗":"","͘":"","͙":"","͚":"","͛":"","͜":"","͝":"","͞":"","͟":"","͠":"","͡":"","͢":"","ͣ":"","ͤ":"","ͥ":"","ͦ":"","ͧ":"","ͨ":"","ͩ":"","ͪ":"","ͫ":"","ͬ":"","ͭ":"","ͮ":"","ͯ":"","Ͱ":"ͱ","Ͳ":"ͳ","ʹ":"ʹ","Ͷ":"ͷ","ͺ":" ",";":";","Ϳ":"ϳ","΄":" ","΅":" ","Ά":"α","·":"·","Έ":"ε","Ή":"η","Ί":"ι","Ό":"ο","Ύ":"υ","Ώ":"ω","ΐ":"ι","Α":"α","Β":"β","Γ":"γ","Δ":"δ","Ε":"ε","Ζ":"ζ","Η":"η","Θ":"θ","Ι":"ι","Κ":"κ","Λ":"λ","Μ":"μ","Ν":"ν","Ξ":"ξ","Ο":"ο","Π":"π","Ρ":"ρ","Σ":"σ","Τ":"τ","Υ":"υ","Φ":"φ","Χ":"χ","Ψ":"ψ","Ω":"ω","Ϊ":"ι","Ϋ":"υ","ά":"α","έ":"ε","ή":"η","ί":"ι","ΰ":"υ","ς":"σ","ϊ":"ι","ϋ":"υ","ό":"ο","ύ":"υ","ώ":"ω","Ϗ":"ϗ","ϐ":"β","ϑ":"θ","ϒ":"υ","ϓ":"υ","ϔ":"υ","ϕ":"φ","ϖ":"π","Ϙ":"ϙ","Ϛ":"ϛ","Ϝ":"ϝ","Ϟ":"ϟ","Ϡ":"ϡ","Ϣ":"ϣ","Ϥ":"ϥ","Ϧ":"ϧ","Ϩ":"ϩ","Ϫ":"ϫ","Ϭ":"ϭ","Ϯ":"ϯ","ϰ":"κ","ϱ":"ρ","ϲ":"σ","ϴ":"θ","ϵ":"ε","Ϸ":"ϸ","Ϲ":"σ","Ϻ":"ϻ","Ͻ":"ͻ","Ͼ":"ͼ","Ͽ":"ͽ","Ѐ":"е","Ё":"е","Ђ":"ђ","Ѓ":"г","Є":"є","Ѕ":"ѕ","І":"і","Ї":"і","Ј":"ј","Љ":"љ","Њ":"њ","Ћ":"ћ","Ќ":"к","Ѝ":"и","Ў":"у","Џ":"џ","А":"а","Б":"б","В":"в","Г":"г","Д":"д","Е":"е","Ж":"ж","З":"з","И":"и","Й":"и","К":"к","Л":"л","М":"м","Н":"н","О":"о","П":"п","Р":"р","С":"с","Т":"т","У":"у","Ф":"ф","Х":"х","Ц":"ц","Ч":"ч","Ш":"ш","Щ":"щ","Ъ":"ъ","Ы":"ы","Ь":"ь","Э":"э","Ю":"ю","Я":"я","й":"и","ѐ":"е","ё":"е","ѓ":"г","ї":"і","ќ":"к","ѝ":"и","ў":"у","Ѡ":"ѡ","Ѣ":"ѣ","Ѥ":"ѥ","Ѧ":"ѧ","Ѩ":"ѩ","Ѫ":"ѫ","Ѭ":"ѭ","Ѯ":"ѯ","Ѱ":"ѱ","Ѳ":"ѳ","Ѵ":"ѵ","Ѷ":"ѵ","ѷ":"ѵ","Ѹ":"ѹ","Ѻ":"ѻ","Ѽ":"ѽ","Ѿ":"ѿ","Ҁ":"ҁ","҃":"","҄":"","҅":"","҆":"","҇":"","҈":"","҉":"","Ҋ":"ҋ","Ҍ":"ҍ","Ҏ":"ҏ","Ґ":"ґ","Ғ":"ғ","Ҕ":"ҕ","Җ":"җ","Ҙ":"ҙ","Қ":"қ","Ҝ":"ҝ","Ҟ":"ҟ","Ҡ":"ҡ","Ң":"ң","Ҥ":"ҥ","Ҧ":"ҧ","Ҩ":"ҩ","Ҫ":"ҫ","Ҭ":"ҭ","Ү":"ү","Ұ":"ұ","Ҳ":"ҳ","Ҵ":"ҵ","Ҷ":"ҷ","Ҹ":"ҹ","Һ":"һ","Ҽ":"ҽ","Ҿ":"ҿ","Ӏ":"ӏ","Ӂ":"ж","ӂ":"ж","Ӄ":"ӄ","Ӆ":"ӆ","Ӈ":"ӈ","Ӊ":"ӊ","Ӌ":"ӌ","Ӎ":"ӎ","Ӑ":"а","ӑ":"а","Ӓ":"а","ӓ":"а","Ӕ":"ӕ","Ӗ":"е","ӗ":"е","Ә":"ә","Ӛ":"ә","ӛ":"ә","Ӝ":"ж","ӝ":"ж","Ӟ":"з","ӟ":"з","Ӡ":"ӡ","Ӣ":"и","ӣ":"и","Ӥ":"и","ӥ":"и","Ӧ":"о","ӧ":"о","Ө":"ө","Ӫ":"ө","ӫ":"ө","Ӭ":"э","ӭ":"э","Ӯ":"у","ӯ":"у","Ӱ":"у","ӱ":"у","Ӳ":"у","ӳ":"у","Ӵ":"ч","ӵ":"ч","Ӷ":"ӷ","Ӹ":"ы","ӹ":"ы","Ӻ":"ӻ","Ӽ":"ӽ","Ӿ":"ӿ","Ԁ":"ԁ","Ԃ":"ԃ","Ԅ":"ԅ","Ԇ":"ԇ","Ԉ":"ԉ","Ԋ":"ԋ","Ԍ":"ԍ","Ԏ":"ԏ","Ԑ":"ԑ","Ԓ":"ԓ","Ԕ":"ԕ","Ԗ":"ԗ","Ԙ":"ԙ","Ԛ":"ԛ","Ԝ":"ԝ","Ԟ":"ԟ","Ԡ":"ԡ","Ԣ":"ԣ","Ԥ":"ԥ","Ԧ":"ԧ","Ԩ":"ԩ","Ԫ":"ԫ","Ԭ":"ԭ","Ԯ":"ԯ","Ḁ":"a","ḁ":"a","Ḃ":"b","ḃ":"b","Ḅ":"b","ḅ":"b","Ḇ":"b","ḇ":"b","Ḉ":"c","ḉ":"c","Ḋ":"d","ḋ":"d","Ḍ":"d","ḍ":"d","Ḏ":"d","ḏ":"d","Ḑ":"d","ḑ":"d","Ḓ":"d","ḓ":"d","Ḕ":"e","ḕ":"e","Ḗ":"e","ḗ":"e","Ḙ":"e","ḙ":"e","Ḛ":"e","ḛ":"e","Ḝ":"e","ḝ":"e","Ḟ":"f","ḟ":"f","Ḡ":"g","ḡ":"g","Ḣ":"h","ḣ":"h","Ḥ":"h","ḥ":"h","Ḧ":"h","ḧ":"h","Ḩ":"h","ḩ":"h","Ḫ":"h","ḫ":"h","Ḭ":"i","ḭ":"i","Ḯ":"i","ḯ":"i","Ḱ":"k","ḱ":"k","Ḳ":"k","ḳ":"k","Ḵ":"k","ḵ":"k","Ḷ":"l","ḷ":"l","Ḹ":"l","ḹ":"l","Ḻ":"l","ḻ":"l","Ḽ":"l","ḽ":"l","Ḿ":"m","ḿ":"m","Ṁ":"m","ṁ":"m","Ṃ":"m","ṃ":"m","Ṅ":"n","ṅ":"n","Ṇ":"n","ṇ":"n","Ṉ":"n","ṉ":"n","Ṋ":"n","ṋ":"n","Ṍ":"o","ṍ":"o","Ṏ":"o","ṏ":"o","Ṑ":"o","ṑ":"o","Ṓ":"o","ṓ":"o","Ṕ":"p","ṕ":"p","Ṗ":"p","ṗ":"p","Ṙ":"r","ṙ":"r","Ṛ":"r","ṛ":"r","Ṝ":"r","ṝ":"r","Ṟ":"r","ṟ":"r","Ṡ":"s","ṡ":"s","Ṣ":"s","ṣ":"s","Ṥ":"s","ṥ":"s","Ṧ":"s","ṧ":"s","Ṩ":"s","ṩ":"s","Ṫ":"t","ṫ":"t","Ṭ":"t","ṭ":"t","Ṯ":"t","ṯ":"t","Ṱ":"t","ṱ":"t","Ṳ":"u","ṳ":"u","Ṵ":"u","ṵ":"u","Ṷ":"u","ṷ":"u","Ṹ":"u","ṹ":"u","Ṻ":"u","ṻ":"u","Ṽ":"v","ṽ":"v","Ṿ":"v","ṿ":"v","Ẁ":"w","ẁ":"w","Ẃ":"w","ẃ":"w","Ẅ":"w","ẅ":"w","Ẇ":"w","ẇ":"w","Ẉ":"w","ẉ":"w","Ẋ":"x","ẋ":"x","Ẍ":"x","ẍ":"x","Ẏ":"y","ẏ":"y","Ẑ":"z","ẑ":"z","Ẓ":"z","ẓ":"z","Ẕ":"z","ẕ":"z","ẖ":"h","ẗ":"t","ẘ":"w","ẙ":"y","ẚ":"aʾ","ẛ":"s","ẞ":"ss","Ạ":"a","ạ":"a","Ả":"a","ả":"a","Ấ":"a","ấ":"a","Ầ":"a","ầ":"a","Ẩ":"a","ẩ":"a","Ẫ":"a","ẫ":"a","Ậ":"a","ậ":"a","Ắ":"a","ắ":"a","Ằ":"a","ằ":"a","Ẳ":"a","ẳ":"a","Ẵ":"a","ẵ":"a","Ặ":"a","ặ":"a","Ẹ":"e","ẹ":"e","Ẻ":"e","ẻ":"e","Ẽ":"e","ẽ":"e","Ế":"e","ế":"e","Ề":"e","ề":"e","Ể":"e","ể":"e","Ễ":"e","ễ":"e","Ệ":"e","ệ":"e","Ỉ":"i","ỉ":"i","Ị":"i","ị":"i","Ọ":"o","ọ":"o","Ỏ":"o","ỏ":"o","Ố":"o","ố":"o","Ồ":"o","ồ":"o","Ổ":"o","ổ":"o","Ỗ":"o","ỗ":"o","Ộ":"o","ộ":"o","Ớ":"o","ớ":"o","Ờ":"o","ờ":"o","Ở":"o","ở":"o","Ỡ":"o","ỡ":"o","Ợ":"o","ợ":"o","Ụ":"u","ụ":"u","Ủ":"u","ủ":"u","Ứ":"u","ứ":"u","Ừ":"u","ừ":"u","Ử":"u","ử":"u","Ữ":"u","ữ":"u","Ự":"u","ự":"u","Ỳ":"y","ỳ":"y","Ỵ":"y","ỵ":"y","Ỷ":"y","ỷ":"y","Ỹ":"y","ỹ":"y","Ỻ":"ỻ","Ỽ":"ỽ","Ỿ":"ỿ","ἀ":"α","ἁ":"α","ἂ":"α","ἃ":"α","ἄ":"α","ἅ":"α","ἆ":"α","ἇ":"α","Ἀ":"α","Ἁ":"α","Ἂ":"α","Ἃ":"α","Ἄ":"α","Ἅ":"α","Ἆ":"α","Ἇ":"α","ἐ":"ε","ἑ":"ε","ἒ":"ε","ἓ":"ε","ἔ":"ε","ἕ":"ε","Ἐ":"ε","Ἑ":"ε","Ἒ":"ε","Ἓ":"ε","Ἔ":"ε","Ἕ":"ε","ἠ":"η","ἡ":"η","ἢ":"η","ἣ":"η","ἤ":"η","ἥ":"η","ἦ":"η","ἧ":"η","Ἠ":"η","Ἡ":"η","Ἢ":"η","Ἣ":"η","Ἤ":"η","Ἥ":"η","Ἦ":"η","Ἧ":"η","ἰ":"ι","ἱ":"ι","ἲ":"ι","ἳ":"ι","ἴ":"ι","ἵ":"ι","ἶ":"ι","ἷ":"ι","Ἰ":"ι","Ἱ":"ι","Ἲ":"ι","Ἳ":"ι","Ἴ":"ι","Ἵ":"ι","Ἶ":"ι","Ἷ":"ι","ὀ":"ο","ὁ":"ο","ὂ":"ο","ὃ":"ο","ὄ":"ο","ὅ":"ο","Ὀ":"ο","Ὁ":"ο","Ὂ":"ο","Ὃ":"ο","Ὄ":"ο","Ὅ":"ο","ὐ":"υ","ὑ":"υ","ὒ":"υ","ὓ":"υ","ὔ":"υ","ὕ":"υ","ὖ":"υ","ὗ":"υ","Ὑ":"υ","Ὓ":"υ","Ὕ":"υ","Ὗ":"υ","ὠ":"ω","ὡ":"ω","ὢ":"ω","ὣ":"ω","ὤ":"ω","ὥ":"ω","ὦ":"ω","ὧ":"ω","Ὠ":"ω","Ὡ":"ω","Ὢ":"ω","Ὣ":"ω","Ὤ":"ω","Ὥ":"ω","Ὦ":"ω","Ὧ":"ω","ὰ":"α","ά":"α","ὲ":"ε","έ":"ε","ὴ":"η","ή":"η","ὶ":"ι","ί":"ι","ὸ":"ο","ό":"ο","ὺ":"υ","ύ":"υ","ὼ":"ω","ώ":"ω","ᾀ":"α","ᾁ":"α","ᾂ":"α","ᾃ":"α","ᾄ":"α","ᾅ":"α","ᾆ":"α","ᾇ":"α","ᾈ":"α","ᾉ":"α","ᾊ":"α","ᾋ":"α","ᾌ":"α","ᾍ":"α","ᾎ":"α","ᾏ":"α","ᾐ":"η","ᾑ":"η","ᾒ":"η","ᾓ":"η","ᾔ":"η","ᾕ":"η","ᾖ":"η","ᾗ":"η","ᾘ":"η","ᾙ":"η","ᾚ":"η","ᾛ":"η","ᾜ":"η","ᾝ":"η","ᾞ":"η","ᾟ":"η","ᾠ":"ω","ᾡ":"ω","ᾢ":"ω","ᾣ":"ω","ᾤ":"ω","ᾥ":"ω","ᾦ":"ω","ᾧ":"ω","ᾨ":"ω","ᾩ":"ω","ᾪ":"ω","ᾫ":"ω","ᾬ":"ω","ᾭ":"ω","ᾮ":"ω","ᾯ":"ω","ᾰ":"α","ᾱ":"α","ᾲ":"α","ᾳ":"α","ᾴ":"α","ᾶ":"α","ᾷ":"α","Ᾰ":"α","Ᾱ":"α","Ὰ":"α","Ά":"α","ᾼ":"α","᾽":" ","ι":"ι","᾿":" ","῀":" ","῁":" ","ῂ":"η","ῃ":"η","ῄ":"η","ῆ":"η","ῇ":"η","Ὲ":"ε","Έ":"ε","Ὴ":"η","Ή":"η","ῌ":"η","῍":" ","῎":" ","῏":" ","ῐ":"ι","ῑ":"ι","ῒ":"ι","ΐ":"ι","ῖ":"ι","ῗ":"ι","Ῐ":"ι","Ῑ":"ι","Ὶ":"ι","Ί":"ι","῝":" ","῞":" ","῟":" ","ῠ":"υ","ῡ":"υ","ῢ":"υ","ΰ":"υ","ῤ":"ρ","ῥ":"ρ","ῦ":"υ","ῧ":"υ","Ῠ":"υ","Ῡ":"υ","Ὺ":"υ","Ύ":"υ","Ῥ":"ρ","῭":" ","΅":" ","`":"`","ῲ":"ω","ῳ":"ω","ῴ":"ω","ῶ":"ω","ῷ":"ω","Ὸ":"ο","Ό":"ο","Ὼ":"ω","Ώ":"ω","ῼ":"ω","´":" ","῾":" ","！":"!","＂":"\"","＃":"#","＄":"$","％":"%","＆":"&","＇":"''","（":"(","）":")","＊":"*","＋":"+","，":",","－":"-","．":".","／":"/","０":"0","１":"1","２":"2","３":"3","４":"4","５":"5","６":"6","７":"7","８":"8","９":"9","：":":","；":";","＜":"<","＝":"=","＞":">","？":"?","＠":"@","Ａ":"a","Ｂ":"b","Ｃ":"c","Ｄ":"d","Ｅ":"e","Ｆ":"f","Ｇ":"g","Ｈ":"h","Ｉ":"i","Ｊ":"j","Ｋ":"k","Ｌ":"l","Ｍ":"m","Ｎ":"n","Ｏ":"o","Ｐ":"p","Ｑ":"q","Ｒ":"r","Ｓ":"s","Ｔ":"t","Ｕ":"u","Ｖ":"v","Ｗ":"w","Ｘ":"x","Ｙ":"y","Ｚ":"z","［":"[","＼":"\\","］":"]","＾":"^","＿":"_","｀":"`","ａ":"a","ｂ":"b","ｃ":"c","ｄ":"d","ｅ":"e","ｆ":"f","ｇ":"g","ｈ":"h","ｉ":"i","ｊ":"j","ｋ":"k","ｌ":"l","ｍ":"m","ｎ":"n","ｏ":"o","ｐ":"p","ｑ":"q","ｒ":"r","ｓ":"s","ｔ":"t","ｕ":"u","ｖ":"v","ｗ":"w","ｘ":"x","ｙ":"y","ｚ":"z","｛":"{","｜":"|","｝":"}","～":"~"}');
--> statement-breakpoint
CREATE TABLE search_texts (
  kind TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE search_parts (
  kind TEXT NOT NULL, part TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (kind, part, id)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER search_texts_insert AFTER INSERT ON search_texts BEGIN
  INSERT OR IGNORE INTO search_parts (kind, part, id)
  SELECT NEW.kind, substr(NEW.text, n, 12), NEW.id FROM search_positions WHERE n <= length(NEW.text) AND substr(NEW.text, n, 1) NOT IN (' ', char(10))
    AND (instr(NEW.text, '@') = 0 OR n <= instr(NEW.text, '@')
      OR substr(NEW.text, n - 1, 1) IN ('@', '.', char(10)));
END;
--> statement-breakpoint
CREATE TRIGGER search_texts_delete AFTER DELETE ON search_texts BEGIN
  DELETE FROM search_parts WHERE kind = OLD.kind AND id = OLD.id
    AND part IN (SELECT substr(OLD.text, n, 12) FROM search_positions WHERE n <= length(OLD.text));
END;
--> statement-breakpoint
CREATE TRIGGER users_search_insert AFTER INSERT ON users WHEN coalesce(NEW.name, NEW.email) IS NOT NULL BEGIN
  INSERT INTO search_texts (kind, id, text) SELECT 'user', NEW.id, iif(raw GLOB '*[^' || char(10) || ' -~]*',
    (SELECT group_concat(piece, '') FROM (SELECT coalesce(plain, lower(substr(raw, n, 1))) AS piece
      FROM search_positions LEFT JOIN letter_folds ON letter = substr(raw, n, 1)
      WHERE n <= length(raw) ORDER BY n)),
    lower(raw))
  FROM (SELECT substr(coalesce(NEW.name, ''), 1, 80) || char(10) || substr(coalesce(NEW.email, ''), 1, 120) AS raw);
END;
--> statement-breakpoint
CREATE TRIGGER users_search_update AFTER UPDATE OF name, email ON users
WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email BEGIN
  DELETE FROM search_texts WHERE kind = 'user' AND id = NEW.id;
  INSERT INTO search_texts (kind, id, text) SELECT 'user', NEW.id, iif(raw GLOB '*[^' || char(10) || ' -~]*',
    (SELECT group_concat(piece, '') FROM (SELECT coalesce(plain, lower(substr(raw, n, 1))) AS piece
      FROM search_positions LEFT JOIN letter_folds ON letter = substr(raw, n, 1)
      WHERE n <= length(raw) ORDER BY n)),
    lower(raw))
  FROM (SELECT substr(coalesce(NEW.name, ''), 1, 80) || char(10) || substr(coalesce(NEW.email, ''), 1, 120) AS raw) WHERE coalesce(NEW.name, NEW.email) IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER users_search_delete AFTER DELETE ON users BEGIN
  DELETE FROM search_texts WHERE kind = 'user' AND id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_search_insert AFTER INSERT ON products BEGIN
  INSERT INTO search_texts (kind, id, text) SELECT 'product', NEW.id, iif(raw GLOB '*[^' || char(10) || ' -~]*',
    (SELECT group_concat(piece, '') FROM (SELECT coalesce(plain, lower(substr(raw, n, 1))) AS piece
      FROM search_positions LEFT JOIN letter_folds ON letter = substr(raw, n, 1)
      WHERE n <= length(raw) ORDER BY n)),
    lower(raw))
  FROM (SELECT substr(NEW.name, 1, 200) AS raw);
END;
--> statement-breakpoint
CREATE TRIGGER products_search_update AFTER UPDATE OF name ON products WHEN OLD.name <> NEW.name BEGIN
  DELETE FROM search_texts WHERE kind = 'product' AND id = NEW.id;
  INSERT INTO search_texts (kind, id, text) SELECT 'product', NEW.id, iif(raw GLOB '*[^' || char(10) || ' -~]*',
    (SELECT group_concat(piece, '') FROM (SELECT coalesce(plain, lower(substr(raw, n, 1))) AS piece
      FROM search_positions LEFT JOIN letter_folds ON letter = substr(raw, n, 1)
      WHERE n <= length(raw) ORDER BY n)),
    lower(raw))
  FROM (SELECT substr(NEW.name, 1, 200) AS raw);
END;
--> statement-breakpoint
CREATE TRIGGER products_search_delete AFTER DELETE ON products BEGIN
  DELETE FROM search_texts WHERE kind = 'product' AND id = OLD.id;
END;
--> statement-breakpoint
INSERT INTO search_texts (kind, id, text) SELECT 'user', id, iif(raw GLOB '*[^' || char(10) || ' -~]*',
    (SELECT group_concat(piece, '') FROM (SELECT coalesce(plain, lower(substr(raw, n, 1))) AS piece
      FROM search_positions LEFT JOIN letter_folds ON letter = substr(raw, n, 1)
      WHERE n <= length(raw) ORDER BY n)),
    lower(raw))
FROM (SELECT id, substr(coalesce(name, ''), 1, 80) || char(10) || substr(coalesce(email, ''), 1, 120) AS raw FROM users WHERE coalesce(name, email) IS NOT NULL);
--> statement-breakpoint
INSERT INTO search_texts (kind, id, text) SELECT 'product', id, iif(raw GLOB '*[^' || char(10) || ' -~]*',
    (SELECT group_concat(piece, '') FROM (SELECT coalesce(plain, lower(substr(raw, n, 1))) AS piece
      FROM search_positions LEFT JOIN letter_folds ON letter = substr(raw, n, 1)
      WHERE n <= length(raw) ORDER BY n)),
    lower(raw))
FROM (SELECT id, substr(name, 1, 200) AS raw FROM products);
--> statement-breakpoint
-- What is known about the past of the overview's figures. Times and amounts of changed plans are not, so a subscription
-- counts with what it pays now, from its first paid day to its end.
INSERT INTO mrr_steps (subscription_id, at, customer_id, currency, yearly_milli)
WITH amounts AS (
  SELECT s.id, s.customer_id, s.currency, max(coalesce(s.trial_end, 0), s.created_at) AS started_at,
    coalesce(s.ended_at, s.paused_from, unixepoch() * 1000) AS stopped_at,
    s.status IN ('active', 'past_due') AND coalesce(s.paused_from > unixepoch() * 1000, 1) AS is_paying,
    (SELECT SUM(CAST(round((round(coalesce(CAST(i.amount_decimal AS REAL), i.amount_minor) * i.quantity) - i.discount_minor)
        * CASE i.interval WHEN 'day' THEN 365 WHEN 'week' THEN 52 WHEN 'month' THEN 12 WHEN 'year' THEN 1 ELSE 0 END
        * 1000.0 / i.interval_count) AS INTEGER))
      FROM subscription_items i WHERE i.subscription_id = s.id) AS yearly_milli
  FROM subscriptions s WHERE s.duplicate_of IS NULL AND s.currency IS NOT NULL
    AND s.status NOT IN ('trialing', 'paused', 'incomplete', 'incomplete_expired'))
SELECT id, started_at, customer_id, currency, yearly_milli FROM amounts
  WHERE yearly_milli > 0 AND (is_paying OR stopped_at > started_at)
UNION ALL SELECT id, stopped_at, customer_id, currency, 0 FROM amounts
  WHERE yearly_milli > 0 AND NOT is_paying AND stopped_at > started_at;
--> statement-breakpoint
INSERT INTO mrr_movements (mode, day, customer_id, currency, kind, yearly_milli, cohort, subscriber_change)
WITH deltas AS (
  SELECT customer_id, currency, date(at / 1000, 'unixepoch') AS day,
    yearly_milli - coalesce(lag(yearly_milli) OVER (PARTITION BY subscription_id ORDER BY at), 0) AS delta
  FROM mrr_steps),
daily AS (
  SELECT customer_id, currency, day, SUM(delta) AS delta FROM deltas GROUP BY customer_id, currency, day HAVING SUM(delta) <> 0),
running AS (
  SELECT *, SUM(delta) OVER (PARTITION BY customer_id, currency ORDER BY day) AS after,
    min(day) OVER (PARTITION BY customer_id) AS first_day FROM daily)
SELECT c.mode, day, customer_id, currency,
  CASE WHEN after = delta THEN iif(day = first_day, 'new', 'reactivated') WHEN after = 0 THEN 'churned'
    WHEN delta > 0 THEN 'expansion' ELSE 'contraction' END,
  delta, substr(first_day, 1, 7), CASE WHEN after = delta THEN 1 WHEN after = 0 THEN -1 ELSE 0 END
FROM running JOIN customers c ON c.id = customer_id;
--> statement-breakpoint
UPDATE payments SET source_type = 'order', source_id = o.id, product_id = o.product_id FROM orders o
  WHERE o.mode = payments.mode AND o.stripe_payment_intent_id = payments.stripe_payment_intent_id;
--> statement-breakpoint
UPDATE payments SET source_type = 'subscription', source_id = s.id,
    product_id = (SELECT i.product_id FROM subscription_items i WHERE i.subscription_id = s.id LIMIT 1)
  FROM subscriptions s
  WHERE s.mode = payments.mode AND s.latest_payment_intent_id = payments.stripe_payment_intent_id;
--> statement-breakpoint
UPDATE payments SET source_type = 'subscription', source_id = s.id,
    product_id = (SELECT i.product_id FROM subscription_items i WHERE i.subscription_id = s.id LIMIT 1)
  FROM subscriptions s
  WHERE payments.source_type IS NULL AND s.mode = payments.mode
    AND s.stripe_subscription_id = payments.stripe_subscription_id;
--> statement-breakpoint
UPDATE payments SET is_first = 1 WHERE (mode, stripe_charge_id) IN (
  SELECT mode, stripe_charge_id FROM (
    SELECT mode, stripe_charge_id, row_number() OVER (PARTITION BY customer_id ORDER BY created_at, stripe_charge_id) AS place
    FROM payments WHERE status = 'succeeded' AND amount_minor > 0) WHERE place = 1);
--> statement-breakpoint
INSERT OR IGNORE INTO stale_days
SELECT mode, date(created_at / 1000, 'unixepoch') FROM payments
UNION SELECT mode, date(created_at / 1000, 'unixepoch') FROM checkouts;
--> statement-breakpoint
INSERT OR IGNORE INTO stale_days
SELECT mode, date(created_at / 1000, 'unixepoch') FROM subscriptions
UNION SELECT mode, date(ended_at / 1000, 'unixepoch') FROM subscriptions WHERE ended_at IS NOT NULL
UNION SELECT mode, date(trial_end / 1000, 'unixepoch') FROM subscriptions WHERE trial_end IS NOT NULL
UNION SELECT mode, day FROM mrr_movements;

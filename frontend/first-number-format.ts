/**
 * Makes a number format, beside the page. The first one of a process looks through all languages of the browser, which
 * takes it 25 ms on a fast machine. V8 keeps what it found for the page's formats, too, since workers run in the same
 * process; where a browser has another engine, nothing is lost.
 */
Intl.NumberFormat();
close();

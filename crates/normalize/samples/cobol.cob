      * Payroll: reads employees, computes wages, prints a report.
       IDENTIFICATION DIVISION.
       PROGRAM-ID. PAYROLL.
       AUTHOR. ANN.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT EMPLOYEE-FILE ASSIGN TO "EMPLOYEE.DAT"
               ORGANIZATION IS LINE SEQUENTIAL
               FILE STATUS IS WS-STATUS.
           SELECT REPORT-FILE ASSIGN TO 'REPORT.TXT'
               ORGANIZATION IS LINE SEQUENTIAL.
       DATA DIVISION.
       FILE SECTION.
       FD  EMPLOYEE-FILE.
       01  EMPLOYEE-RECORD.
           05  EMP-ID          PIC 9(5).
           05  EMP-NAME        PIC X(20).
           05  EMP-HOURS       PIC 9(3)V99.
           05  EMP-RATE        PIC 9(3)V99.
           05  EMP-KIND        PIC X.
               88  IS-HOURLY   VALUE "H".
               88  IS-SALARIED VALUE "S".
       FD  REPORT-FILE.
       01  REPORT-LINE         PIC X(80).
       WORKING-STORAGE SECTION.
       01  WS-STATUS           PIC XX VALUE SPACES.
       01  WS-END              PIC X VALUE "N".
           88  AT-END-OF-FILE  VALUE "Y".
       77  WS-COUNT            PIC 9(4) COMP VALUE ZERO.
       77  WS-TOTAL            PIC S9(7)V99 COMP-3 VALUE 0.
       77  WS-WAGE             PIC 9(6)V99.
       77  WS-TAX              PIC 9(6)V99.
       77  WS-INDEX            PIC 99.
       77  WS-OTHER            PIC 99.
       77  WS-KEPT             PIC 9(4).
       77  WS-MESSAGE          PIC X(40).
       01  WS-TABLE.
           05  WS-ENTRY OCCURS 10 TIMES INDEXED BY WS-I.
               10  WS-NUMBER   PIC 9(4).
               10  WS-LABEL    PIC X(10).
       01  WS-LINE.
           05  FILLER          PIC X(2) VALUE SPACES.
           05  WS-L-NAME       PIC X(20).
           05  WS-L-WAGE       PIC $$$,$$9.99.
       LINKAGE SECTION.
       01  LK-OPTION           PIC X(8).
       PROCEDURE DIVISION.
       0000-MAIN.
           PERFORM 1000-OPEN.
           PERFORM 2000-PROCESS UNTIL AT-END-OF-FILE.
           PERFORM 3000-CLOSE.
           PERFORM 4000-SORT.
           PERFORM 5000-PRIMES.
           STOP RUN.

       1000-OPEN.
           OPEN INPUT EMPLOYEE-FILE
                OUTPUT REPORT-FILE.
           IF WS-STATUS NOT = "00"
               DISPLAY "IT'S NOT THERE: " WS-STATUS
               STOP RUN
           END-IF.
           PERFORM 1100-READ.

       1100-READ.
           READ EMPLOYEE-FILE
               AT END SET AT-END-OF-FILE TO TRUE
               NOT AT END ADD 1 TO WS-COUNT
           END-READ.

       2000-PROCESS.
           EVALUATE TRUE
               WHEN IS-HOURLY
                   PERFORM 2100-HOURLY
               WHEN IS-SALARIED
                   COMPUTE WS-WAGE ROUNDED = EMP-RATE * 40
               WHEN OTHER
                   MOVE ZERO TO WS-WAGE
                   DISPLAY "UNKNOWN KIND: " EMP-KIND
           END-EVALUATE.
           PERFORM 2200-TAX.
           ADD WS-WAGE TO WS-TOTAL.
           MOVE EMP-NAME TO WS-L-NAME.
           MOVE WS-WAGE TO WS-L-WAGE.
           WRITE REPORT-LINE FROM WS-LINE AFTER ADVANCING 1 LINE.
           PERFORM 1100-READ.

       2100-HOURLY.
           IF EMP-HOURS > 40
               COMPUTE WS-WAGE = 40 * EMP-RATE
                   + (EMP-HOURS - 40) * EMP-RATE * 1.5
                   ON SIZE ERROR DISPLAY "TOO LARGE"
               END-COMPUTE
           ELSE
               MULTIPLY EMP-HOURS BY EMP-RATE GIVING WS-WAGE
           END-IF.

       2200-TAX.
           IF WS-WAGE < 500
               MOVE 0 TO WS-TAX
           ELSE
               IF WS-WAGE >= 500 AND WS-WAGE < 1000
                   COMPUTE WS-TAX = WS-WAGE * 0.1
               ELSE
                   COMPUTE WS-TAX = WS-WAGE * 0.2 - 50
               END-IF
           END-IF.
           SUBTRACT WS-TAX FROM WS-WAGE.

       3000-CLOSE.
           CLOSE EMPLOYEE-FILE REPORT-FILE.
           DISPLAY "EMPLOYEES: " WS-COUNT.
           DISPLAY "TOTAL: " WS-TOTAL UPON CONSOLE.

       4000-SORT.
      * Fills the table and sorts it.
           PERFORM VARYING WS-INDEX FROM 1 BY 1 UNTIL WS-INDEX > 10
               COMPUTE WS-NUMBER (WS-INDEX) =
                   FUNCTION MOD (WS-INDEX * 7, 11)
               MOVE "ENTRY" TO WS-LABEL (WS-INDEX)
           END-PERFORM.
           PERFORM 4100-PASS VARYING WS-INDEX FROM 1 BY 1
               UNTIL WS-INDEX = 10.
           SET WS-I TO 1.
           SEARCH WS-ENTRY
               AT END DISPLAY "NOT FOUND"
               WHEN WS-NUMBER (WS-I) = 7
                   DISPLAY "FOUND AT " WS-I
           END-SEARCH.

       4100-PASS.
           MOVE 1 TO WS-OTHER.
           PERFORM UNTIL WS-OTHER > 10 - WS-INDEX
               IF WS-NUMBER (WS-OTHER) > WS-NUMBER (WS-OTHER + 1)
                   MOVE WS-NUMBER (WS-OTHER) TO WS-KEPT
                   MOVE WS-NUMBER (WS-OTHER + 1)
                       TO WS-NUMBER (WS-OTHER)
                   MOVE WS-KEPT TO WS-NUMBER (WS-OTHER + 1)
               END-IF
               ADD 1 TO WS-OTHER
           END-PERFORM.

       5000-PRIMES.
           MOVE 2 TO WS-INDEX.
           PERFORM 5100-TEST WITH TEST AFTER
               UNTIL WS-INDEX >= 50.

       5100-TEST.
           MOVE "Y" TO WS-END.
           MOVE 2 TO WS-OTHER.
           PERFORM UNTIL WS-OTHER * WS-OTHER > WS-INDEX
               DIVIDE WS-INDEX BY WS-OTHER GIVING WS-KEPT
                   REMAINDER WS-COUNT
               IF WS-COUNT = 0
                   MOVE "N" TO WS-END
               END-IF
               ADD 1 TO WS-OTHER
           END-PERFORM.
           IF WS-END = "Y"
               DISPLAY WS-INDEX " IS PRIME" WITH NO ADVANCING
           END-IF.
           ADD 1 TO WS-INDEX.

       6000-TEXT.
           MOVE SPACES TO WS-MESSAGE.
           STRING "HELLO " DELIMITED BY SIZE
                  EMP-NAME DELIMITED BY SPACE
                  '!' DELIMITED BY SIZE
               INTO WS-MESSAGE
           END-STRING.
           INSPECT WS-MESSAGE TALLYING WS-COUNT FOR ALL "L".
           INSPECT WS-MESSAGE REPLACING ALL "L" BY "R".
           UNSTRING WS-MESSAGE DELIMITED BY "," OR SPACE
               INTO WS-L-NAME WS-LABEL (1).
           MOVE FUNCTION UPPER-CASE (WS-MESSAGE) TO WS-MESSAGE.
           DISPLAY "SAYS ""HELLO""" WS-MESSAGE (1:5).

       7000-MENU.
           DISPLAY "1 ADD, 2 LIST, 3 END".
           ACCEPT WS-KEPT.
           EVALUATE WS-KEPT ALSO WS-END
               WHEN 1 ALSO "Y"
                   CALL "ADDER" USING BY REFERENCE WS-COUNT
                       BY CONTENT LK-OPTION
                   END-CALL
               WHEN 2 THRU 5 ALSO ANY
                   PERFORM 7100-LIST THRU 7100-EXIT
               WHEN OTHER
                   GO TO 7100-EXIT
           END-EVALUATE.

       7100-LIST.
           INITIALIZE WS-TABLE REPLACING NUMERIC DATA BY ZEROS.
           IF NOT (WS-COUNT IS NUMERIC) OR WS-COUNT IS POSITIVE
               CONTINUE
           ELSE
               DISPLAY WS-TABLE *> the whole table
           END-IF.

       7100-EXIT.
           EXIT.
       END PROGRAM PAYROLL.

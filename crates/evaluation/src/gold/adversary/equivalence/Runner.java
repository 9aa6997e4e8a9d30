import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.security.MessageDigest;
import java.util.*;
import java.util.regex.*;
import javax.tools.*;

/**
 * Compiles programs and runs them. The first argument is a folder for classes, the others are inputs. Each line of
 * standard input is the path of a program. The answer is a line: a digest of what the program prints for all inputs, or
 * "-" if it does not compile or takes too long. After a program that takes too long, the process ends.
 */
public class Runner {
    private static final long LIMIT_MS = 10_000;
    private static final Pattern PUBLIC = Pattern.compile("(?m)^public\\s+(?:final\\s+)?(?:class|record|enum)\\s+(\\w+)");

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        Path folder = Path.of(arguments[0]);
        List<String> inputs = List.of(arguments).subList(1, arguments.length);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(problem -> {}, null, null);
        files.setLocation(StandardLocation.CLASS_OUTPUT, List.of(folder.toFile()));
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        for (String path = requests.readLine(); path != null; path = requests.readLine()) {
            for (File old : folder.toFile().listFiles()) {
                old.delete();
            }
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            boolean complete = compile(compiler, files, Files.readString(Path.of(path)));
            for (String input : inputs) {
                complete = complete && run(folder, Files.readAllBytes(Path.of(input)), digest);
            }
            answers.println(complete ? HexFormat.of().formatHex(digest.digest()) : "-");
            answers.flush();
        }
    }

    private static boolean compile(JavaCompiler compiler, StandardJavaFileManager files, String text) {
        Matcher named = PUBLIC.matcher(text);
        URI uri = URI.create("string:///" + (named.find() ? named.group(1) : "Program") + ".java");
        JavaFileObject source = new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return text;
            }
        };
        List<String> options = List.of("-proc:none", "-nowarn", "-g:none");
        return compiler.getTask(null, files, problem -> {}, options, null, List.of(source)).call();
    }

    /** Adds what the program prints, and how it ends, to the digest. Returns false if it has no main class. */
    private static boolean run(Path folder, byte[] input, MessageDigest digest) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setIn(new ByteArrayInputStream(input));
        System.setOut(new PrintStream(printed, true));
        String[] end = {"no main class"};
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Thread thread = new Thread(null, () -> end[0] = end(folder, loader), "program", 1 << 24);
            thread.setDaemon(true);
            thread.start();
            thread.join(LIMIT_MS);
            if (thread.isAlive()) {
                Runtime.getRuntime().halt(1);
            }
        }
        System.out.flush();
        digest.update(printed.toByteArray());
        digest.update(end[0].getBytes());
        return !end[0].equals("no main class");
    }

    private static String end(Path folder, ClassLoader loader) {
        try {
            String[] names = folder.toFile().list();
            Arrays.sort(names);
            for (String name : names) {
                Class<?> one = Class.forName(name.replace(".class", ""), false, loader);
                try {
                    var main = one.getDeclaredMethod("main", String[].class);
                    main.setAccessible(true);
                    main.invoke(null, (Object) new String[0]);
                    return "end";
                } catch (NoSuchMethodException next) {
                    continue;
                }
            }
            return "no main class";
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            return thrown.getCause().getClass().getName();
        } catch (Throwable problem) {
            return "no main class";
        }
    }
}
